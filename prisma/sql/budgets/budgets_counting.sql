-- The budgets that a charge counts against, the account's first, with what their running periods have spent or
-- reserved, and the level of its alerts that each has reached.
-- p_key is null for a charge without a key, p_member for one that no member of an organization makes.
CREATE OR REPLACE FUNCTION budgets_counting(p_account uuid, p_key uuid, p_skill uuid, p_member uuid)
RETURNS TABLE (budget_id uuid, spend_id uuid, amount_micros bigint, period_start timestamptz, spent_micros bigint,
  alerted_level smallint)
LANGUAGE sql STABLE AS $$
  SELECT b.id, b.spend_id, b.amount_micros, p.start, coalesce(s.spent_micros, 0),
      coalesce(s.alerted_level, 0::smallint)
    FROM budget b CROSS JOIN LATERAL (SELECT budget_period_start(b.period) AS start OFFSET 0) AS p
      LEFT JOIN budget_spend s ON s.spend_id = b.spend_id AND s.period_start = p.start
   WHERE b.account_id = p_account AND b.subject_id IN (p_account, p_member, p_key, p_skill)
   ORDER BY CASE b.kind WHEN 'account' THEN 1 WHEN 'member' THEN 2 WHEN 'key' THEN 3 WHEN 'skill' THEN 4 END, b.period
$$;
