-- Captures the hold of a call that succeeded, posts the sale, records the usage and completes the Idempotency-Key.
-- p_cost is what the call costs by its units, at most what is held; null charges all of it. The rest is released.
-- p_note is the error code of an answer that breaks the skill's response schema, p_trace how the call went at the
-- endpoint. If another request has claimed the key meanwhile, nothing is charged here: that request is charged, and one
-- key must not charge twice. The stored answer is p_result, the fields of p_about, and the balance.
CREATE OR REPLACE FUNCTION execution_capture(p_hold uuid, p_account uuid, p_transaction_id uuid, p_usage uuid,
  p_duration_ms int, p_fee_bps int,
  p_at timestamptz, p_idempotency_key text, p_idempotency_token uuid, p_about text, p_result text,
  p_note text DEFAULT NULL, p_trace jsonb DEFAULT NULL,
  p_cost bigint DEFAULT NULL, p_units jsonb DEFAULT NULL, OUT settled boolean, OUT posted bigint, OUT held bigint)
LANGUAGE plpgsql AS $$
DECLARE v hold; v_held bigint;
BEGIN
  -- Only one transaction at a time closes holds of an account, so it may close one before the charge locks the wallet.
  -- Unlike the lock of a row, this lock is not logged.
  PERFORM pg_advisory_xact_lock(hashtextextended(p_account::text, 0));
  UPDATE hold SET state = 'captured', closed_at = now(), amount_micros = coalesce(p_cost, amount_micros),
      reserved_micros = CASE WHEN p_cost < amount_micros THEN amount_micros END
    WHERE id = p_hold AND account_id = p_account AND state = 'held' RETURNING * INTO v;
  settled := FOUND;
  IF NOT settled THEN RETURN; END IF;
  v_held := coalesce(v.reserved_micros, v.amount_micros);
  SELECT s.slug, k.prefix INTO v.skill_slug, v.key_prefix
    FROM skill s LEFT JOIN api_key k ON k.id = v.key_id WHERE s.id = v.skill_id;
  -- The charge locks the wallet, which guards what follows.
  IF v.amount_micros > 0 THEN
    PERFORM ledger_post_sale(p_transaction_id, v.kind, 'hold', v.id::text, v.skill_slug, v.account_id, v.developer_id,
      v.amount_micros, p_fee_bps);
  ELSE
    PERFORM 1 FROM wallet WHERE account_id = p_account FOR UPDATE;
  END IF;
  IF v.amount_micros < v_held THEN
    PERFORM budgets_give(v.spend_ids, v.spend_periods, v_held - v.amount_micros);
    -- What was approved once is not charged again with what is left of it.
    PERFORM approval_spend(a.id, v.amount_micros - v_held) FROM approval a
      WHERE a.id = v.approval_id AND a.scope <> 'once';
  END IF;
  -- Null of calls that a former release began.
  IF v.budget_alerts IS NOT FALSE THEN
    PERFORM budgets_alert(v.account_id, v.spend_ids, v.spend_periods, v.amount_micros);
  END IF;
  PERFORM plan_units_settle(v, p_units);
  PERFORM usage_record_add(p_usage, v, 'succeeded', v.amount_micros, p_note, p_duration_ms, p_at, p_trace,
    p_units);
  SELECT posted_micros, held_micros INTO posted, held FROM wallet WHERE account_id = p_account;
  IF p_idempotency_key IS NOT NULL AND NOT idempotency_complete(p_account, p_idempotency_key, p_idempotency_token, 200,
      (SELECT '{' || string_agg(to_json(key) || ':' || value, ',') || '}' FROM (
         SELECT 'result' AS key, p_result AS value WHERE p_result IS NOT NULL
         UNION ALL SELECT key, value::text FROM json_each(p_about::json)
         UNION ALL SELECT 'balance', balance_json(posted, held)) AS fields)) THEN
    RAISE EXCEPTION 'another request has claimed the key of call %', p_hold USING ERRCODE = 'check_violation',
      CONSTRAINT = 'idempotency_claim_lost';
  END IF;
END $$;
