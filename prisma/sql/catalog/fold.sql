-- Text without accents, in lower case. `unaccent` itself is not immutable, since its dictionary might change; ours does
-- not.
CREATE OR REPLACE FUNCTION fold(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS
$$ SELECT lower(public.unaccent('public.unaccent', p_text)) $$;
