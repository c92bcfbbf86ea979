-- Counts a charge in all budgets that it belongs to, or in none: budget_id is then the first that refuses it, with its
-- amount and what it has spent. The caller holds the wallet's lock, which guards the account's spending.
-- spend_ids, spend_periods: where it is counted, for `budgets_give`; null without a budget.
CREATE OR REPLACE FUNCTION budgets_take(p_account uuid, p_key uuid, p_skill uuid, p_amount bigint,
  OUT budget_id uuid, OUT limit_micros bigint, OUT spent_micros bigint, OUT spend_ids uuid[],
  OUT spend_periods timestamptz[])
LANGUAGE plpgsql AS $$
DECLARE v record; v_counted bigint; v_alerts uuid[];
BEGIN
  IF p_amount = 0 THEN RETURN; END IF;
  FOR v IN SELECT * FROM budgets_of(p_account, p_key, p_skill) LOOP
    IF v.spent_micros + p_amount > v.amount_micros THEN
      budget_id := v.budget_id; limit_micros := v.amount_micros; spent_micros := v.spent_micros;
      spend_ids := NULL; spend_periods := NULL;
      -- What is left is too small for the charges that come: as good as spent.
      IF v.spent_micros * 5 >= v.amount_micros * 4 THEN PERFORM budget_alert(v.budget_id, 100); END IF;
      RETURN;
    END IF;
    spend_ids := spend_ids || v.spend_id; spend_periods := spend_periods || v.period_start;
    IF budget_alert_level(v.spent_micros + p_amount, v.amount_micros)
        > budget_alert_level(v.spent_micros, v.amount_micros) THEN
      v_alerts := v_alerts || v.budget_id;
    END IF;
  END LOOP;
  IF spend_ids IS NULL THEN RETURN; END IF;
  UPDATE budget_spend s SET spent_micros = s.spent_micros + p_amount
    FROM unnest(spend_ids, spend_periods) AS t (id, start) WHERE s.spend_id = t.id AND s.period_start = t.start;
  GET DIAGNOSTICS v_counted = ROW_COUNT;
  IF v_counted < cardinality(spend_ids) THEN
    INSERT INTO budget_spend AS s (spend_id, period_start, spent_micros)
      SELECT t.id, t.start, p_amount FROM unnest(spend_ids, spend_periods) AS t (id, start) ON CONFLICT DO NOTHING;
  END IF;
  IF v_alerts IS NOT NULL THEN PERFORM budget_alert(id) FROM unnest(v_alerts) AS a (id); END IF;
END $$;
