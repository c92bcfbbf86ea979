-- Gives back what was counted by budgets_charge, in the very periods in which it was counted. The caller holds the
-- wallet's lock.
CREATE OR REPLACE FUNCTION budgets_give(p_spend_ids uuid[], p_spend_periods timestamptz[], p_amount bigint)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_amount = 0 OR p_spend_ids IS NULL THEN RETURN; END IF;
  UPDATE budget_spend s SET spent_micros = greatest(0, s.spent_micros - p_amount)
   WHERE s.spend_id = ANY(p_spend_ids) AND s.period_start = ANY(p_spend_periods)
     AND s.period_start = p_spend_periods[array_position(p_spend_ids, s.spend_id)];
END $$;
