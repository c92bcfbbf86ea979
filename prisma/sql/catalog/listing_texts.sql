-- Names are compared as words: `code-review` is "code review". Words of the name count most. All stand as they are and
-- by their English stems, so that other languages lose nothing; of scripts without spaces, every character is a word.
-- The publisher's name is found too, and counts least.
CREATE OR REPLACE FUNCTION listing_texts(p_name text, p_description text, p_publisher text, OUT name_folded text,
  OUT text_folded text, OUT search tsvector)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_name text;
  v_description text := space_characters(fold(p_description));
BEGIN
  name_folded := btrim(regexp_replace(translate(fold(p_name), '-_./:,;|()[]+&', repeat(' ', 14)), ' +', ' ', 'g'));
  text_folded := fold(p_name || ' ' || p_description || ' ' || p_publisher);
  v_name := space_characters(name_folded);
  search := setweight(to_tsvector('simple', v_name), 'A') || setweight(to_tsvector('english', v_name), 'B')
    || setweight(to_tsvector('simple', v_description), 'C') || setweight(to_tsvector('english', v_description), 'D')
    || setweight(to_tsvector('simple', space_characters(fold(p_publisher))), 'D');
END $$;
