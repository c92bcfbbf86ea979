-- Scripts that write without spaces: every character is a word, so that any part of a text is found as a phrase.
CREATE FUNCTION space_characters(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS
$$ SELECT regexp_replace(p_text, '([\u2e80-\u2fdf\u3005-\u3007\u3040-\u9fff\uac00-\ud7af\uf900-\ufaff])', ' \1 ', 'g') $$;

CREATE OR REPLACE FUNCTION listing_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_name text;
  v_description text := space_characters(fold(NEW.description));
BEGIN
  -- Names are compared as words: `code-review` is "code review".
  NEW.name_folded := btrim(regexp_replace(translate(fold(NEW.name), '-_./:,;|()[]+&', repeat(' ', 14)), ' +', ' ', 'g'));
  v_name := space_characters(NEW.name_folded);
  NEW.search := setweight(to_tsvector('simple', v_name), 'A') || setweight(to_tsvector('english', v_name), 'B')
    || setweight(to_tsvector('simple', v_description), 'C') || setweight(to_tsvector('english', v_description), 'D');
  RETURN NEW;
END $$;

UPDATE listing SET name = name;
