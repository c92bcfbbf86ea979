-- Listings that have all of up to three parts of words, and all words that are too short for parts: at most `p_most`.
-- Every part is an index condition. Unused conditions repeat the first part.
CREATE OR REPLACE FUNCTION listing_search_parts(p_parts text[], p_others text, p_most int) RETURNS uuid[]
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_parts text[] := p_parts || array_fill(p_parts[1], ARRAY[3 - cardinality(p_parts)]);
  v_others tsquery := to_tsquery('simple', p_others);
BEGIN
  RETURN ARRAY(SELECT s.skill_id FROM listing_search s
    WHERE s.text_folded LIKE v_parts[1] AND s.text_folded LIKE v_parts[2] AND s.text_folded LIKE v_parts[3]
      AND (p_others = '' OR s.search @@ v_others) LIMIT p_most);
END $$;
