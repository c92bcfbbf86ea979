-- Takes one of each budget of a UTC day, or none: returns the place of the first one that is used up, or null. Name
-- them in one order everywhere, the narrowest first: each row stays locked until the transaction ends.
CREATE OR REPLACE FUNCTION day_budgets_take(p_day timestamptz, p_buckets text[], p_subjects text[], p_limits int[])
RETURNS int LANGUAGE plpgsql AS $$
DECLARE v_count int;
BEGIN
  FOR i IN 1 .. cardinality(p_buckets) LOOP
    INSERT INTO rate_counter AS c (bucket, subject, window_start, count) VALUES (p_buckets[i], p_subjects[i], p_day, 0)
      ON CONFLICT (bucket, subject, window_start) DO UPDATE SET count = c.count RETURNING count INTO v_count;
    IF v_count >= p_limits[i] THEN RETURN i; END IF;
  END LOOP;
  UPDATE rate_counter c SET count = c.count + 1 FROM unnest(p_buckets, p_subjects) AS b (bucket, subject)
    WHERE c.bucket = b.bucket AND c.subject = b.subject AND c.window_start = p_day;
  RETURN NULL;
END $$;
