-- The words of a search (a `tsquery` text), as they stand or as what they also mean, or by their English stems.
CREATE OR REPLACE FUNCTION listing_words(p_words text) RETURNS tsquery LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_words tsquery := ts_rewrite(to_tsquery('simple', p_words), 'SELECT target, substitute FROM search_synonym');
  v_stems tsquery := to_tsquery('english', p_words);
BEGIN
  RETURN CASE WHEN v_stems = v_words THEN v_words ELSE v_words || v_stems END;
END $$;
