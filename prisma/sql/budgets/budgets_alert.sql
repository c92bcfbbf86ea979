-- What running calls of an account hold of a budget's period: counted in it, and not yet charged.
CREATE OR REPLACE FUNCTION budget_held(p_account uuid, p_spend_id uuid, p_start timestamptz) RETURNS bigint
  LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(h.amount_micros), 0)::bigint
    FROM hold h CROSS JOIN LATERAL unnest(h.spend_ids, h.spend_periods) AS t (id, start)
   WHERE h.account_id = p_account AND h.state = 'held' AND t.id = p_spend_id AND t.start = p_start
$$;

-- Notifies of each budget of a charge that has reached a higher level of its alerts than was alerted. The charge is
-- counted and no longer held; p_amount is what it came to. The caller holds the wallet's lock.
CREATE OR REPLACE FUNCTION budgets_alert(p_account uuid, p_spend_ids uuid[], p_spend_periods timestamptz[],
  p_amount bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_amount = 0 OR p_spend_ids IS NULL THEN RETURN; END IF;
  -- A rotated key and its successors share their spending: the newest one's budget counts. Holds are only read where
  -- it has reached a level with them.
  PERFORM budget_alert(b.id)
    FROM budget_spend s
      CROSS JOIN LATERAL (SELECT * FROM budget WHERE spend_id = s.spend_id ORDER BY created_at DESC LIMIT 1) AS b
      CROSS JOIN LATERAL (SELECT s.spent_micros - budget_held(p_account, s.spend_id, s.period_start) AS micros
        OFFSET 0) AS spent
   WHERE s.spend_id = ANY(p_spend_ids) AND s.period_start = ANY(p_spend_periods)
     AND budget_period_start(b.period) = s.period_start
     AND budget_alert_level(s.spent_micros, b.amount_micros) > s.alerted_level
     AND budget_alert_level(spent.micros, b.amount_micros) > s.alerted_level;
END $$;
