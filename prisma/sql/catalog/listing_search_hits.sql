-- Every listing that has all words, as they stand or by their stems. The planner takes testing a text for as cheap as comparing
-- two numbers, and would read the whole table for a common word: here, and below, it must not.
CREATE OR REPLACE FUNCTION listing_search_hits(p_words text, p_category text, p_pricing text, p_execution text)
RETURNS TABLE (skill_id uuid, popularity bigint, published_at timestamptz, first_use_micros bigint, rating_score float8)
LANGUAGE plpgsql STABLE ROWS 1000 SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_words tsquery := listing_words(p_words);
BEGIN
  RETURN QUERY SELECT s.skill_id, s.popularity, s.published_at, s.first_use_micros, s.rating_score FROM listing_search s
    WHERE s.search @@ v_words AND listing_fits(s.category, s.pricing_type, s.execution_type, p_category, p_pricing, p_execution);
END $$;
