-- Counts an amount against the limit of a key, or refuses it; a key and those that it replaces have one limit together.
-- The caller holds the wallet's lock already.
CREATE OR REPLACE FUNCTION key_spend_take(p_key uuid, p_amount bigint, OUT taken boolean, OUT period timestamptz,
  OUT limit_micros bigint, OUT spent_micros bigint)
LANGUAGE plpgsql AS $$
DECLARE v_interval text; v_spender uuid;
BEGIN
  taken := true;
  IF p_key IS NULL OR p_amount = 0 THEN RETURN; END IF;
  SELECT k.credit_limit_micros, k.credit_limit_interval, coalesce(k.spend_key_id, k.id) INTO limit_micros, v_interval,
    v_spender FROM api_key k WHERE k.id = p_key;
  IF limit_micros IS NULL THEN RETURN; END IF;
  period := key_period(v_interval);
  IF p_amount <= limit_micros THEN
    INSERT INTO key_spend AS s (key_id, period_start, spent_micros) VALUES (v_spender, period, p_amount)
      ON CONFLICT (key_id, period_start) DO UPDATE SET spent_micros = s.spent_micros + excluded.spent_micros
      WHERE s.spent_micros + excluded.spent_micros <= limit_micros;
    taken := FOUND;
  ELSE
    taken := false;
  END IF;
  IF NOT taken THEN
    SELECT coalesce(max(s.spent_micros), 0) INTO spent_micros FROM key_spend s WHERE s.key_id = v_spender
      AND s.period_start = period;
  END IF;
END $$;
