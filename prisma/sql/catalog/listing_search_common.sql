-- The best hits of common words (see listing_search), names first. `p_named` are the names among the most popular hits
-- that fit the filters, `p_popular` the 100 most popular hits that do. 100 names are enough; fewer may be all there
-- are, or not.
CREATE OR REPLACE FUNCTION listing_search_common(p_phrase text, p_words tsquery, p_parts text[],
  p_begins text[], p_category text, p_traits int, p_named uuid[], p_popular uuid[])
RETURNS uuid[] LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_longest text := (SELECT part FROM unnest(p_parts) AS part ORDER BY length(part) DESC LIMIT 1);
BEGIN
  IF cardinality(p_named) < 100 THEN
    -- A name whose words begin like those of the search has them: the vector, which is stored apart, is not read.
    p_named := ARRAY(SELECT s.skill_id FROM listing_search s
      WHERE s.name_folded LIKE v_longest AND s.name_folded LIKE ALL (p_parts)
        AND listing_fits(s.category, s.traits, p_category, p_traits)
        AND CASE WHEN ' ' || s.name_folded LIKE ALL (p_begins) THEN true ELSE s.search @@ p_words END
      ORDER BY s.popularity DESC, s.skill_id DESC LIMIT 100);
  END IF;
  RETURN (ARRAY(SELECT s.skill_id FROM listing_search s WHERE s.name_folded = p_phrase AND s.search @@ p_words
      AND listing_fits(s.category, s.traits, p_category, p_traits) LIMIT 100) || p_named || p_popular)[:200];
END $$;
