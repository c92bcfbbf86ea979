-- What subscriptions with plans are sorted by: the rank of listing.price_rank for the plan whose month costs least.
-- Null without plans.
CREATE OR REPLACE FUNCTION plan_rank(p_plans jsonb) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_plans = '[]' THEN RETURN NULL; END IF;
  RETURN (SELECT 1125899906842624 + min((plan ->> 'price_micros')::bigint
      * CASE plan ->> 'interval' WHEN 'day' THEN 487 WHEN 'week' THEN 487 ELSE 1 END
      / CASE plan ->> 'interval' WHEN 'day' THEN 16 WHEN 'week' THEN 112 WHEN 'month' THEN 1 WHEN 'year' THEN 12 END)
    FROM jsonb_array_elements(p_plans) AS plan);
END $$;
