-- Whether every budget of a renewal has room for it, and the key that pays for it works if that has a budget: a limited
-- key pays no longer than it lives. Takes nothing.
CREATE OR REPLACE FUNCTION budgets_cover(p_account uuid, p_key uuid, p_skill uuid, p_amount bigint,
  p_member uuid) RETURNS boolean
  LANGUAGE sql STABLE AS $$
  SELECT key_still_pays(p_key) AND NOT EXISTS (
    SELECT 1 FROM budgets_counting(p_account, p_key, p_skill, p_member) b WHERE p_amount > 0
      AND b.spent_micros + p_amount > b.amount_micros)
$$;
