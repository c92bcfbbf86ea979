-- Whether a listing passes the filters: its category, and every trait that is asked for.
CREATE OR REPLACE FUNCTION listing_fits(category text, traits int, p_category text, p_traits int)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (p_category IS NULL OR category = p_category) AND traits & p_traits = p_traits
$$;
