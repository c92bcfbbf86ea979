-- What candidates of a search are chosen by, the largest first: exact names, names with all words, names with their
-- stems, popularity.
CREATE OR REPLACE FUNCTION listing_search_weight(popularity bigint, name_folded text, p_phrase text,
  p_parts text[], p_stems text[])
RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT popularity + CASE WHEN name_folded = p_phrase THEN 1::bigint << 61
    WHEN name_folded LIKE ALL (p_parts) THEN 1::bigint << 60
    WHEN name_folded LIKE ALL (p_stems) THEN 1::bigint << 59 ELSE 0 END
$$;
