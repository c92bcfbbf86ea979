-- Who would pay for a charge, as of now. A request may outlive the key that it came with, so whatever reserves or takes
-- credits asks here, under the wallet's lock: no charge follows the end of its key, browser session or account. p_key
-- and p_session are null for a request that came without one.
-- lives: the account is open, and the key or session still works. scopes, skills, ask_above: what the key may do; null
-- without one.
CREATE OR REPLACE FUNCTION payer_now(p_account uuid, p_key uuid, p_session uuid,
  OUT lives boolean, OUT is_admin boolean, OUT scopes text[], OUT skills text[], OUT ask_above bigint)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT a.suspended_at IS NULL AND a.closed_at IS NULL
      AND (p_key IS NULL OR coalesce(k.active AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > now()), false))
      AND (p_session IS NULL OR EXISTS (SELECT 1 FROM session s WHERE s.id = p_session AND s.expires_at > now())),
      a.role = 'admin', k.scopes, k.skills, k.ask_above_micros
    INTO lives, is_admin, scopes, skills, ask_above
    FROM account a LEFT JOIN api_key k ON k.id = p_key AND k.account_id = a.id WHERE a.id = p_account;
  lives := coalesce(lives, false);
END $$;
