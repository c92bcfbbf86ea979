-- The pause after so many failed attempts: the first one doubled each time, up to the longest.
CREATE OR REPLACE FUNCTION backoff(p_first_seconds int, p_attempts int, p_most_seconds int) RETURNS interval
  LANGUAGE sql IMMUTABLE AS $$
  SELECT make_interval(secs => least(p_first_seconds * 2 ^ least(p_attempts, 16), p_most_seconds)) $$;
