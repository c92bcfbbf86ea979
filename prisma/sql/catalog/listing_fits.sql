CREATE OR REPLACE FUNCTION listing_fits(category text, pricing_type text, execution_type text, p_category text, p_pricing text, p_execution text)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (p_category IS NULL OR category = p_category) AND (p_pricing IS NULL OR pricing_type = p_pricing)
    AND (p_execution IS NULL OR execution_type IN (p_execution, 'both'))
$$;
