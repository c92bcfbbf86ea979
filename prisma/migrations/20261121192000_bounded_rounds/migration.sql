-- Makes the partitions of some months. Waits only shortly for whoever reads for long, since calls would queue behind it. What
-- has come into the partition of last resort meanwhile is moved first, unless it is so much that calls would have to wait: then
-- that month stays where it is.
CREATE OR REPLACE FUNCTION usage_partitions_ensure(p_from timestamptz, p_months int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE v_start timestamp; v_from timestamptz; v_until timestamptz; v_name text; v_made int := 0; v_astray bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('usage_partitions_ensure'));
  PERFORM set_config('lock_timeout', '500ms', true);
  FOR i IN 0..p_months LOOP
    v_start := date_trunc('month', p_from AT TIME ZONE 'UTC') + make_interval(months => i);
    v_from := v_start AT TIME ZONE 'UTC';
    v_until := (v_start + interval '1 month') AT TIME ZONE 'UTC';
    v_name := 'usage_record_' || to_char(v_start, 'YYYY_MM');
    CONTINUE WHEN to_regclass(v_name) IS NOT NULL;
    SELECT count(*) INTO v_astray FROM (
      SELECT 1 FROM usage_record_default WHERE created_at >= v_from AND created_at < v_until LIMIT 50001) AS few;
    IF v_astray > 50000 THEN
      RAISE WARNING 'the usage of % stays in the partition of last resort', to_char(v_start, 'YYYY-MM');
      CONTINUE;
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE usage_record INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', v_name);
    IF v_astray > 0 THEN
      LOCK TABLE usage_record IN ACCESS EXCLUSIVE MODE;
      EXECUTE format('WITH moved AS (DELETE FROM usage_record_default WHERE created_at >= %L AND created_at < %L RETURNING *)
        INSERT INTO %I SELECT * FROM moved', v_from, v_until, v_name);
    END IF;
    EXECUTE format('ALTER TABLE usage_record ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', v_name, v_from, v_until);
    v_made := v_made + 1;
  END LOOP;
  RETURN v_made;
END $$;

-- What is looked for every few seconds or minutes is found without reading everything.
CREATE INDEX idempotency_record_claims ON idempotency_record (created_at) WHERE completed_at IS NULL;
CREATE INDEX skill_suspended ON skill (id) WHERE suspended_at IS NOT NULL;
CREATE INDEX account_suspended ON account (id) WHERE suspended_at IS NOT NULL;
CREATE INDEX purchase_active_by_skill ON purchase (skill_id, id) WHERE status = 'active';
CREATE INDEX "purchase_started_at_id_idx" ON "purchase"("started_at", "id");

-- What is forgotten is found by when it was over.
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");
CREATE INDEX "verification_expires_at_idx" ON "verification"("expires_at");
CREATE INDEX "key_spend_period_start_idx" ON "key_spend"("period_start");
CREATE INDEX "skill_caller_day_day_idx" ON "skill_caller_day"("day");
CREATE INDEX payment_event_told ON payment_event (received_at) WHERE processed_at IS NOT NULL AND payload <> '{}';
