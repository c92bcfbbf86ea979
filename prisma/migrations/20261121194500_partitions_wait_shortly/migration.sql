-- Makes the partitions of some months and takes over what came before, as before; but waits only shortly for whoever is at work
-- on calls or reads them for long, since calls would queue behind it, and leaves a month in the default partition when so much
-- would have to be moved that calls had to wait for that.
CREATE OR REPLACE FUNCTION usage_partitions_ensure(p_from timestamptz, p_months int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE v_start timestamp; v_from timestamptz; v_until timestamptz; v_name text; v_made int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('usage_partitions_ensure'));
  PERFORM set_config('lock_timeout', '500ms', true);
  FOR i IN 0..p_months LOOP
    v_start := date_trunc('month', p_from AT TIME ZONE 'UTC') + make_interval(months => i);
    v_from := v_start AT TIME ZONE 'UTC';
    v_until := (v_start + interval '1 month') AT TIME ZONE 'UTC';
    v_name := 'usage_record_' || to_char(v_start, 'YYYY_MM');
    CONTINUE WHEN to_regclass(v_name) IS NOT NULL;
    IF (SELECT count(*) FROM (
        SELECT 1 FROM usage_record_default WHERE created_at >= v_from AND created_at < v_until LIMIT 50001) AS few) > 50000 THEN
      RAISE WARNING 'the usage of % stays in the default partition', to_char(v_start, 'YYYY-MM');
      CONTINUE;
    END IF;
    -- Whoever records a call waits here, for its place would be another one afterwards; whoever reads does not.
    LOCK TABLE ONLY usage_record IN SHARE ROW EXCLUSIVE MODE;
    EXECUTE format('CREATE TABLE %I (LIKE usage_record INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', v_name);
    EXECUTE format('WITH moved AS (DELETE FROM usage_record_default WHERE created_at >= %L AND created_at < %L RETURNING *)
      INSERT INTO %I SELECT * FROM moved', v_from, v_until, v_name);
    EXECUTE format('ALTER TABLE usage_record ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', v_name, v_from, v_until);
    v_made := v_made + 1;
  END LOOP;
  RETURN v_made;
END $$;
