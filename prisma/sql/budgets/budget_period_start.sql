-- When the running period of a budget began, in UTC; weeks begin on Monday. A budget for good has one period.
CREATE OR REPLACE FUNCTION budget_period_start(p_period text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE p_period WHEN 'total' THEN 'epoch'::timestamptz
    ELSE date_trunc(p_period, now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' END
$$;
