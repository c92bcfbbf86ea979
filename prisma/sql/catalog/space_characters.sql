-- Scripts that write without spaces: every character is a word, so that any part of a text is found as a phrase.
CREATE OR REPLACE FUNCTION space_characters(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS
$$ SELECT regexp_replace(p_text, '([\u2e80-\u2fdf\u3005-\u3007\u3040-\u9fff\uac00-\ud7af\uf900-\ufaff])',
' \1 ', 'g') $$;
