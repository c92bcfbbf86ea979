-- Below, what is looked for comes as `tsquery` texts (all words, the words of names, any word), as the whole phrase, and as LIKE
-- patterns of parts of words, of which the longest brings candidates. Filters that are null are none.

CREATE OR REPLACE FUNCTION listing_words(p_words text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_words tsquery := to_tsquery('simple', p_words);
  v_stems tsquery := to_tsquery('english', p_words);
BEGIN
  RETURN CASE WHEN v_stems = v_words THEN v_words ELSE v_words || v_stems END;
END $$;
