-- A purchase made or resumed with a limited key renews within that key's limit, and no longer than the key lives. Any
-- other purchase renews from the account.

-- Whether a key with a limit still pays: it is neither revoked nor expired, and what is left of its period covers the
-- amount. True for whatever has no limit. Takes nothing.
CREATE OR REPLACE FUNCTION key_still_pays(p_key uuid, p_amount bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT k.credit_limit_micros IS NULL
      OR (k.revoked_at IS NULL AND k.active AND (k.expires_at IS NULL OR k.expires_at > now())
      AND p_amount + coalesce((SELECT s.spent_micros FROM key_spend s WHERE s.key_id = coalesce(k.spend_key_id, k.id)
        AND s.period_start = key_period(k.credit_limit_interval)), 0)
        <= k.credit_limit_micros)
    FROM api_key k WHERE k.id = p_key), true)
$$;
