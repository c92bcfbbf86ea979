-- What a search's hits are ordered by, the largest first. All are exact below 2^53.
CREATE OR REPLACE FUNCTION listing_sort_key(p_sort text, popularity bigint, published_at timestamptz, price_rank bigint, rating_score float8)
RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE p_sort WHEN 'newest' THEN extract(epoch FROM published_at)::float8 WHEN 'price_asc' THEN -price_rank::float8
    WHEN 'price_desc' THEN price_rank::float8 WHEN 'rating' THEN rating_score ELSE popularity::float8 END
$$;
