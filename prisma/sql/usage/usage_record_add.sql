-- Records how the call of a hold ended. p_trace is how it went at the endpoint.
CREATE OR REPLACE FUNCTION usage_record_add(p_id uuid, p_hold hold, p_status text, p_cost bigint, p_error_code text,
  p_duration_ms int, p_at timestamptz, p_trace jsonb,
  p_units jsonb DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_record (id, account_id, skill_id, skill_slug, developer_id, kind, status, cost_micros, free,
      error_code, duration_ms, key_prefix, key_id, hold_id, created_at,
      request_id, endpoint_status, endpoint_answers, first_byte_ms, request_bytes, response_bytes, skill_version,
      operation, units)
    VALUES (p_id, p_hold.account_id, p_hold.skill_id, p_hold.skill_slug, p_hold.developer_id, p_hold.kind, p_status,
      p_cost, p_hold.free, p_error_code, p_duration_ms,
      p_hold.key_prefix, p_hold.key_id, p_hold.id, p_at, p_trace->>'request_id',
      (p_trace->>'endpoint_status')::smallint, (p_trace->>'endpoint_answers')::smallint,
      (p_trace->>'first_byte_ms')::int, (p_trace->>'request_bytes')::int, (p_trace->>'response_bytes')::int,
      p_hold.skill_version, p_hold.operation, p_units);
END $$;
