-- The popular hits of words that very many listings have, names first. Of a million listings, reading all hits would take longer
-- than everything else together, so the listings are walked in the order of their popularity:
-- without `enable_sort = off` the planner, which cannot know how many match, reads and sorts them all.
CREATE OR REPLACE FUNCTION listing_search_common(p_phrase text, p_words tsquery, p_parts text[], p_category text, p_traits int)
RETURNS uuid[] LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_sort = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_longest text := (SELECT part FROM unnest(p_parts) AS part ORDER BY length(part) DESC LIMIT 1);
  v_named uuid[];
  v_is_in_many boolean;
  c_many_names CONSTANT int := 5000;
BEGIN
  WITH hit AS MATERIALIZED (
    SELECT s.skill_id, s.popularity FROM listing_search s
     WHERE s.name_folded LIKE v_longest AND s.name_folded LIKE ALL (p_parts) AND s.search @@ p_words
       AND listing_fits(s.category, s.traits, p_category, p_traits)
     LIMIT c_many_names + 1)
  SELECT (SELECT count(*) FROM hit) > c_many_names,
    ARRAY(SELECT skill_id FROM hit ORDER BY popularity DESC, skill_id DESC LIMIT 100) INTO v_is_in_many, v_named;
  IF v_is_in_many THEN
    v_named := ARRAY(SELECT l.skill_id FROM listing l
      WHERE listing_fits(l.category, l.traits, p_category, p_traits)
        AND (SELECT s.name_folded LIKE ALL (p_parts) AND s.search @@ p_words FROM listing_search s WHERE s.skill_id = l.skill_id)
      ORDER BY l.popularity DESC, l.skill_id DESC LIMIT 100);
  END IF;
  RETURN ARRAY(SELECT s.skill_id FROM listing_search s WHERE s.name_folded = p_phrase AND s.search @@ p_words
        AND listing_fits(s.category, s.traits, p_category, p_traits) LIMIT 100)
    || v_named
    || ARRAY(SELECT l.skill_id FROM listing l
      WHERE listing_fits(l.category, l.traits, p_category, p_traits)
        AND (SELECT s.search @@ p_words FROM listing_search s WHERE s.skill_id = l.skill_id)
      ORDER BY l.popularity DESC, l.skill_id DESC LIMIT 100);
END $$;
