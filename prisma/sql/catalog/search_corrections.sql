-- The words that no listing has, not even as a part, each with the nearest word of the catalog: two letters swapped, or
-- at most one letter apart when short, else two; of several, the one that most listings have. Words without a near one
-- are left out.
CREATE OR REPLACE FUNCTION search_corrections(p_words text[]) RETURNS TABLE (typed text, corrected text)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE v_word text; v_any tsquery;
BEGIN
  FOREACH v_word IN ARRAY p_words LOOP
    -- Nearly every word ends here: what more is looked at costs more the more listings have it.
    CONTINUE WHEN EXISTS (SELECT FROM search_word w WHERE w.word = v_word);
    v_any := listing_words(quote_literal(v_word) || ':*');
    CONTINUE WHEN EXISTS (SELECT FROM listing_search s WHERE s.search @@ v_any)
      OR EXISTS (SELECT FROM listing_search s WHERE s.text_folded LIKE '%' || v_word || '%');
    typed := v_word;
    SELECT near.word INTO corrected FROM (
      SELECT w.word, w.listings, 1 AS letters FROM search_word w WHERE w.word IN (
        SELECT overlay(v_word PLACING substr(v_word, i + 1, 1) || substr(v_word, i, 1) FROM i FOR 2)
          FROM generate_series(1, length(v_word) - 1) AS i)
      UNION ALL
      SELECT w.word, w.listings, d.letters FROM search_word w
        CROSS JOIN LATERAL (SELECT levenshtein_less_equal(w.word, v_word, 2) AS letters OFFSET 0) AS d
        WHERE w.word % v_word AND d.letters <= CASE WHEN length(v_word) < 6 THEN 1 ELSE 2 END) AS near
      ORDER BY near.letters, near.listings DESC, near.word LIMIT 1;
    IF FOUND THEN RETURN NEXT; END IF;
  END LOOP;
END $$;
