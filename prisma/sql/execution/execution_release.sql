-- Releases a call that failed or expired: everything reserved is released. Without p_usage no usage is recorded.
CREATE OR REPLACE FUNCTION execution_release(p_hold uuid, p_account uuid, p_usage uuid, p_error_code text,
  p_duration_ms int, p_at timestamptz, p_trace jsonb DEFAULT NULL) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v hold;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_account::text, 0));
  IF (SELECT amount_micros > 0 OR free OR plan_purchase_id IS NOT NULL FROM hold
      WHERE id = p_hold AND account_id = p_account) THEN
    PERFORM 1 FROM wallet WHERE account_id = p_account FOR UPDATE;
  END IF;
  UPDATE hold SET state = 'released', closed_at = now() WHERE id = p_hold AND account_id = p_account AND state = 'held'
    RETURNING * INTO v;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT s.slug, k.prefix INTO v.skill_slug, v.key_prefix
    FROM skill s LEFT JOIN api_key k ON k.id = v.key_id WHERE s.id = v.skill_id;
  IF v.free THEN
    PERFORM free_call_return(v);
  END IF;
  PERFORM plan_call_return(v);
  PERFORM budgets_give(v.spend_ids, v.spend_periods, v.amount_micros);
  PERFORM approval_spend(v.approval_id, -v.amount_micros);
  IF p_usage IS NULL THEN RETURN true; END IF;
  PERFORM usage_record_add(p_usage, v, 'failed', 0, p_error_code, p_duration_ms, p_at, p_trace);
  PERFORM webhook_emit(v.developer_id, 'call.failed',
    jsonb_build_object('call_id', v.id, 'skill', v.skill_slug, 'kind', v.kind,
    'error_code', p_error_code, 'duration_ms', p_duration_ms));
  RETURN true;
END $$;
