-- When the running period of a key's limit began, in UTC. A limit in total has one period.
CREATE OR REPLACE FUNCTION key_period(p_interval text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE p_interval WHEN 'total' THEN 'epoch'::timestamptz
    ELSE date_trunc(p_interval, now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' END
$$;
