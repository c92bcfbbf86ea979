-- The most relevant of some hits: exact names, then names that have all words, as they stand or by their stems, then
-- all others by where their words are. `p_begins` are LIKE patterns of the words in a name, or null: most names need no
-- look at the vector, which is stored apart.
CREATE OR REPLACE FUNCTION listing_search_rank(p_phrase text, p_words tsquery, p_all tsquery,
  p_begins text[], p_ids uuid[])
RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT c.id FROM (SELECT DISTINCT unnest(p_ids) AS id) AS c
      -- Each is read by the primary key.
      JOIN LATERAL (SELECT * FROM listing_search s WHERE s.skill_id = c.id OFFSET 0) AS s ON true
      CROSS JOIN LATERAL (SELECT CASE WHEN ' ' || s.name_folded LIKE ALL (p_begins) THEN 2
          ELSE (SELECT (t.name @@ p_all)::int + (t.name @@ p_words)::int
          FROM (SELECT ts_filter(s.search, '{a,b}') AS name OFFSET 0) AS t)
        END AS named OFFSET 0) AS n
    ORDER BY (s.name_folded = p_phrase) DESC, n.named DESC,
      CASE WHEN n.named > 0 THEN similarity(s.name_folded, p_phrase) ELSE ts_rank(s.search, p_words) END DESC,
      s.popularity DESC, s.skill_id DESC LIMIT 100)
$$;
