-- A purchase made or resumed with a limited key renews no longer than the key lives. Any other purchase renews from the
-- account. Its budget is checked by budgets_cover.
CREATE OR REPLACE FUNCTION key_still_pays(p_key uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT k.revoked_at IS NULL AND k.active AND (k.expires_at IS NULL OR k.expires_at > now())
    FROM api_key k WHERE k.id = p_key AND EXISTS (SELECT 1 FROM budget b WHERE b.subject_id = k.id
      AND b.account_id = k.account_id)), true)
$$;
