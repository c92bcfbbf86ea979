CREATE OR REPLACE FUNCTION utc_day(p_at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_at AT TIME ZONE 'UTC')::date $$;
