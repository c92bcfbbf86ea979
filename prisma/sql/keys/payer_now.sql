-- Who would pay for a charge, as of now. A request may outlive the key that it came with, so whatever reserves or takes
-- credits asks here, under the wallet's lock: no charge follows the end of its key, browser session or account. p_key
-- and p_session are null for a request that came without one.
-- lives: the account is open, and the key or session still works; for an organization, its person is still a member who
-- may buy, and has come by its own sign-in where that is obligatory. scopes, skills, ask_above: what the key may do,
-- which is no more than its member may; null without one.
CREATE OR REPLACE FUNCTION payer_now(p_account uuid, p_key uuid, p_session uuid,
  OUT lives boolean, OUT is_admin boolean, OUT scopes text[], OUT skills text[], OUT ask_above bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE v_kind text; v_role text; v_above bigint; v_person uuid; v_company boolean;
BEGIN
  SELECT a.suspended_at IS NULL AND a.closed_at IS NULL
      AND (p_key IS NULL OR coalesce(k.active AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > now()), false))
      AND (p_session IS NULL OR EXISTS (SELECT 1 FROM session s WHERE s.id = p_session AND s.expires_at > now())),
      a.role = 'admin', k.scopes, k.skills, k.ask_above_micros, a.kind
    INTO lives, is_admin, scopes, skills, ask_above, v_kind
    FROM account a LEFT JOIN api_key k ON k.id = p_key AND k.account_id = a.id WHERE a.id = p_account;
  lives := coalesce(lives, false);
  IF v_kind = 'organization' AND lives AND num_nonnulls(p_key, p_session) > 0 THEN
    IF p_key IS NULL THEN
      SELECT s.account_id, company_signed_in(s.company_id, s.company_at, p_account) INTO v_person, v_company
        FROM session s WHERE s.id = p_session;
    ELSE
      SELECT k.person_id, company_linked(p_account, k.person_id) INTO v_person, v_company
        FROM api_key k WHERE k.id = p_key;
    END IF;
    SELECT m.role, m.ask_above_micros INTO v_role, v_above FROM membership m JOIN account p ON p.id = m.person_id
        AND p.suspended_at IS NULL AND p.closed_at IS NULL
      WHERE m.organization_id = p_account AND m.person_id = v_person;
    -- Asked of keys alone: without one, there is a person at the screen.
    ask_above := CASE WHEN p_key IS NOT NULL THEN least(ask_above, v_above) END;
    lives := 'purchase' = ANY (member_scopes(v_role)) AND (v_company OR NOT company_requires(p_account, v_person));
    IF scopes IS NOT NULL THEN
      scopes := ARRAY(SELECT unnest(scopes) INTERSECT SELECT unnest(member_scopes(v_role)));
    END IF;
  END IF;
END $$;
