-- Whether an account may try a subscription: null when the skill has no trial, 'used' when the account, its email, or
-- an account that pays with the same card has had one, 'unverified' when nothing but an unproven email says who it is,
-- else 'available', as it is for a visitor. Purchases are never deleted, so an account that was closed and registered
-- again is known by the mark of its email, which is keyed with the skill's secret. What an owner of an organization has
-- tried, the organization has, and the other way around: else a person would have a trial for each organization that
-- they make.
CREATE OR REPLACE FUNCTION trial_mark(p_skill uuid, p_email text) RETURNS bytea LANGUAGE sql STABLE AS
$$ SELECT sha256(k.secret || sha256(k.secret || convert_to(p_skill || ':' || p_email, 'UTF8')))
   FROM (SELECT convert_to(pseudonym_secret, 'UTF8') AS secret FROM skill WHERE id = p_skill) AS k $$;

-- The emails that an account tries with, in lower case and without a `+tag`, since a mailbox has one trial: a person's
-- own, and an organization's owners', the first of them first.
CREATE OR REPLACE FUNCTION trial_emails(p_account uuid) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT array_agg(regexp_replace(lower(a.email), '\+[^@]*@', '@') ORDER BY k.since, a.id)
    FROM (SELECT id, NULL::timestamptz AS since FROM account WHERE id = p_account AND kind = 'person'
      UNION ALL SELECT person_id, created_at FROM membership WHERE organization_id = p_account AND role = 'owner') AS k
    JOIN account a USING (id)), '{}');
END $$;

CREATE OR REPLACE FUNCTION trial_state(p_account uuid, p_skill uuid) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM FROM listing WHERE skill_id = p_skill AND pricing_type = 'subscription'
    AND (trial_days > 0 AND price_micros > 0
    OR jsonb_path_exists(plans, '$[*] ? (@.trial_days > 0 && @.price_micros != "0")'));
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN trial_use(p_account, p_skill);
END $$;

-- The same of a plan with a trial, which may be one that was offered to the account alone.
CREATE OR REPLACE FUNCTION trial_use(p_account uuid, p_skill uuid) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE v_account record; v_cards text[];
BEGIN
  SELECT kind, email_verified INTO v_account FROM account WHERE id = p_account;
  IF NOT FOUND THEN RETURN 'available'; END IF;
  v_cards := cards_of(p_account);
  IF EXISTS (SELECT FROM purchase WHERE skill_id = p_skill AND buyer_id = p_account AND trial_days > 0)
    OR EXISTS (SELECT FROM purchase WHERE skill_id = p_skill AND trial_mark = ANY(
      SELECT trial_mark(p_skill, email) FROM unnest(trial_emails(p_account)) AS email))
    OR EXISTS (SELECT FROM topup_order o JOIN purchase p ON p.skill_id = p_skill AND p.buyer_id = o.account_id
      AND p.trial_days > 0 WHERE o.card_fingerprint = ANY(v_cards)) THEN
    RETURN 'used';
  END IF;
  RETURN CASE WHEN v_account.kind = 'person' AND NOT v_account.email_verified AND v_cards = '{}' THEN 'unverified'
    ELSE 'available' END;
END $$;

-- The cards that an account has paid with, as the processor names them.
CREATE OR REPLACE FUNCTION cards_of(p_account uuid) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT array_agg(DISTINCT card_fingerprint ORDER BY card_fingerprint) FROM topup_order
    WHERE account_id = p_account AND card_fingerprint IS NOT NULL), '{}');
END $$;
