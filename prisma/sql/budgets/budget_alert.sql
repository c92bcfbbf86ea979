-- Notifies the account of what a budget has spent in its running period, once per period and level: p_level, or that of
-- its spending. What calls hold is not spent: they may return it.
CREATE OR REPLACE FUNCTION budget_alert(p_budget uuid, p_level int DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v record; v_level int;
BEGIN
  SELECT b.account_id, b.spend_id, b.kind, b.period, b.amount_micros,
      coalesce(s.spent_micros - budget_held(b.account_id, s.spend_id, s.period_start), 0) AS spent_micros,
      budget_period_start(b.period) AS start, budget_name(b) AS name
    INTO v FROM budget b
      LEFT JOIN budget_spend s ON s.spend_id = b.spend_id AND s.period_start = budget_period_start(b.period)
    WHERE b.id = p_budget;
  v_level := coalesce(p_level, budget_alert_level(v.spent_micros, v.amount_micros));
  PERFORM notice_add(v.account_id, 'budget_alert',
    p_budget || ':' || extract(epoch FROM v.start)::bigint || ':' || v_level,
    jsonb_build_object('kind', v.kind, 'name', v.name, 'level', v_level, 'period', v.period,
      'amount', trim_scale(v.amount_micros::numeric / 1000000)::text,
      'spent', trim_scale(v.spent_micros::numeric / 1000000)::text), true);
  UPDATE budget_spend SET alerted_level = greatest(alerted_level, v_level)
    WHERE spend_id = v.spend_id AND period_start = v.start;
END $$;

-- A changed amount moves the levels, so its alerts start over.
CREATE OR REPLACE FUNCTION budget_alerts_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE budget_spend SET alerted_level = 0 WHERE spend_id = NEW.spend_id AND alerted_level > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER budget_alerts_reset AFTER UPDATE OF amount_micros ON budget FOR EACH ROW
  WHEN (NEW.amount_micros <> OLD.amount_micros) EXECUTE FUNCTION budget_alerts_reset();
