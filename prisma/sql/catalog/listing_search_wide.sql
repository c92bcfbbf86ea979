-- The parts of a search as the words of the catalog that have them: of too many words, the 50 that most listings have.
-- Null when so few listings have all parts that their texts may be tested: about 1,000, or 100 of which the words that
-- are too short for parts would have to be tested, too.
CREATE OR REPLACE FUNCTION listing_search_wide(p_parts text[], p_others text, p_listings bigint) RETURNS tsquery
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_part text;
  v_words text;
  v_count bigint;
  v_query text := nullif(p_others, '');
  v_expected float8 := p_listings;
BEGIN
  FOREACH v_part IN ARRAY p_parts LOOP
    SELECT string_agg(quote_literal(w.word), ' | '), sum(w.listings) INTO v_words, v_count
      FROM (SELECT w.word, w.listings FROM search_word w WHERE w.word LIKE v_part
        ORDER BY w.listings DESC, w.word LIMIT 50) AS w;
    v_expected := v_expected * least(1, coalesce(v_count, 0) / greatest(1, p_listings)::float8);
    IF v_expected < (CASE WHEN p_others = '' THEN 1000 ELSE 100 END) THEN RETURN NULL; END IF;
    v_query := concat_ws(' & ', v_query, '(' || v_words || ')');
  END LOOP;
  RETURN to_tsquery('simple', v_query);
END $$;
