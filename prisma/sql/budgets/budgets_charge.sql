-- Counts a charge in all budgets that it belongs to, or in none: budget_id is then the first that refuses it, with its
-- amount and what it has spent. The caller holds the wallet's lock, which guards the account's spending, and calls
-- budgets_alert once the charge is settled.
-- spend_ids, spend_periods: where it is counted, for `budgets_give`; null without a budget.
-- alerts: whether an alert may be due once the charge is settled.
CREATE OR REPLACE FUNCTION budgets_charge(p_account uuid, p_key uuid, p_skill uuid, p_amount bigint, p_member uuid,
  OUT budget_id uuid, OUT limit_micros bigint, OUT spent_micros bigint, OUT spend_ids uuid[],
  OUT spend_periods timestamptz[], OUT alerts boolean)
LANGUAGE plpgsql AS $$
DECLARE v_is_full boolean; v_counted bigint; v_alerted smallint; v_spend_id uuid; v_start timestamptz;
BEGIN
  IF p_amount = 0 THEN RETURN; END IF;
  -- One read of all, since a loop over them would cost a call more than the budgets themselves.
  SELECT array_agg(b.spend_id), array_agg(b.period_start), bool_or(b.spent_micros + p_amount > b.amount_micros),
      bool_or(budget_alert_level(b.spent_micros + p_amount, b.amount_micros) > b.alerted_level)
    INTO spend_ids, spend_periods, v_is_full, alerts FROM budgets_counting(p_account, p_key, p_skill, p_member) b;
  IF spend_ids IS NULL THEN RETURN; END IF;
  IF v_is_full THEN
    spend_ids := NULL; spend_periods := NULL;
    SELECT b.budget_id, b.amount_micros, b.spent_micros, b.spend_id, b.period_start, b.alerted_level
      INTO budget_id, limit_micros, spent_micros, v_spend_id, v_start, v_alerted
      FROM budgets_counting(p_account, p_key, p_skill, p_member) b
      WHERE b.spent_micros + p_amount > b.amount_micros LIMIT 1;
    -- What is left is too small for the charges that come: as good as spent. What calls hold may come back.
    IF v_alerted < 100 AND (spent_micros - budget_held(p_account, v_spend_id, v_start)) * 5 >= limit_micros * 4 THEN
      PERFORM budget_alert(budget_id, 100);
    END IF;
    RETURN;
  END IF;
  -- Each id is in the list once. Lists, since a join with them takes twice as long.
  UPDATE budget_spend s SET spent_micros = s.spent_micros + p_amount
   WHERE s.spend_id = ANY(spend_ids) AND s.period_start = ANY(spend_periods)
     AND s.period_start = spend_periods[array_position(spend_ids, s.spend_id)];
  GET DIAGNOSTICS v_counted = ROW_COUNT;
  IF v_counted < cardinality(spend_ids) THEN
    INSERT INTO budget_spend AS s (spend_id, period_start, spent_micros)
      SELECT t.id, t.start, p_amount FROM unnest(spend_ids, spend_periods) AS t (id, start) ON CONFLICT DO NOTHING;
  END IF;
END $$;
