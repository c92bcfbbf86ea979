-- Creates the partitions of coming months. Calls of a month without one go to the default partition, and PostgreSQL
-- refuses a new partition while the default holds rows of its range. So those rows are moved first, unless they are so
-- many that calls would have to wait: then that month stays in the default. The lock timeout is short: behind a long
-- read, such as a backup, calls would queue. It runs with its owner's rights: the processes' own role need not be
-- allowed to create tables (ops/database-role.sql).
CREATE OR REPLACE FUNCTION usage_partitions_ensure(p_from timestamptz, p_months int) RETURNS int LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
    -- Inserts of usage wait for this lock, since their partition is about to change; reads do not.
    LOCK TABLE ONLY usage_record IN SHARE ROW EXCLUSIVE MODE;
    SELECT count(*) INTO v_astray FROM (
      SELECT 1 FROM usage_record_default WHERE created_at >= v_from AND created_at < v_until LIMIT 50001) AS few;
    IF v_astray > 50000 THEN
      RAISE WARNING 'the usage of % stays in the partition of last resort', to_char(v_start, 'YYYY-MM');
      CONTINUE;
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE usage_record INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', v_name);
    EXECUTE format('WITH moved AS (DELETE FROM usage_record_default WHERE created_at >= %L AND created_at < %L
      RETURNING *) INSERT INTO %I SELECT * FROM moved', v_from, v_until, v_name);
    EXECUTE format('ALTER TABLE usage_record ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      v_name, v_from, v_until);
    v_made := v_made + 1;
  END LOOP;
  RETURN v_made;
END $$;

-- Applied with the functions, so that a new database has partitions before the first call.
SELECT usage_partitions_ensure(now(), 3);
