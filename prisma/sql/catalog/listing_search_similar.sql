-- Up to 100 listings that come near to a search with few hits, which are among them: names that look alike (of short
-- searches with a word that no listing has: it may be misspelled), and listings with some of its words. A word counts
-- the more the rarer it is, and most in a name.
CREATE OR REPLACE FUNCTION listing_search_similar(p_phrase text, p_any text[], p_hits uuid[])
RETURNS uuid[] LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_listings float8 := (SELECT greatest(1, sum(t.count)) FROM listing_total t);
  v_queries tsquery[] := ARRAY(SELECT listing_words(word) FROM unnest(p_any) AS word);
  v_weights float8[];
  v_common tsquery[];
  v_has_unknown boolean;
  v_any tsquery;
  v_found uuid[];
  -- A word of more listings is not selective: it only filters the matches of the others.
  c_common CONSTANT int := 2000;
  c_most CONSTANT int := 100;
BEGIN
  -- Words that are known to be common are not counted.
  WITH known AS MATERIALIZED (
    SELECT a.place, EXISTS (SELECT FROM regexp_matches(a.word, '''([a-z]+)''', 'g') AS m
        JOIN search_word w ON w.word = m[1]
        WHERE w.listings > c_common) AS is_common
      FROM unnest(p_any) WITH ORDINALITY AS a (word, place)),
  hit AS MATERIALIZED (
    SELECT k.place, h.skill_id FROM known k CROSS JOIN LATERAL (
      SELECT s.skill_id FROM listing_search s
       WHERE s.search @@ v_queries[k.place]
       LIMIT c_common + 1) AS h WHERE NOT k.is_common),
  word AS MATERIALIZED (
    SELECT n.place, n.hits <= c_common AS is_rare, n.hits = 0 AS is_unknown,
      ln(1 + v_listings / greatest(1, n.hits)) AS weight
      FROM (SELECT k.place, CASE WHEN k.is_common THEN c_common + 1 ELSE count(h.skill_id) END AS hits
        FROM known k LEFT JOIN hit h USING (place) GROUP BY k.place, k.is_common) AS n)
  SELECT ARRAY(SELECT weight FROM word ORDER BY place), ARRAY(SELECT v_queries[place] FROM word WHERE NOT is_rare),
    ARRAY(SELECT h.skill_id FROM hit h JOIN word w USING (place) WHERE w.is_rare
      GROUP BY h.skill_id ORDER BY sum(w.weight) DESC, h.skill_id DESC LIMIT c_most),
    (SELECT bool_or(is_unknown) FROM word)
    INTO v_weights, v_common, v_found, v_has_unknown;
  IF cardinality(v_found) = 0 AND cardinality(v_common) > 0 THEN
    -- What so many have is soon found among the popular; smaller catalogs are read whole.
    v_any := (SELECT string_agg('(' || word::text || ')', ' | ') FROM unnest(v_common) AS word)::tsquery;
    v_found := ARRAY(SELECT h.skill_id FROM (
        SELECT s.skill_id, s.popularity FROM listing_search s WHERE s.is_popular AND s.search @@ v_any
        UNION ALL
        SELECT s.skill_id, s.popularity FROM listing_search s WHERE v_listings <= 10000 AND NOT s.is_popular
          AND s.search @@ v_any) AS h
      ORDER BY h.popularity DESC, h.skill_id DESC LIMIT c_most);
  END IF;
  IF v_has_unknown AND cardinality(string_to_array(p_phrase, ' ')) <= 2 THEN
    v_found := v_found || ARRAY(SELECT s.skill_id FROM listing_search s
      WHERE p_phrase % s.name_folded
      ORDER BY word_similarity(p_phrase, s.name_folded) + similarity(p_phrase, s.name_folded) DESC,
      s.popularity DESC LIMIT c_most);
  END IF;
  RETURN ARRAY(
    SELECT c.id FROM (SELECT DISTINCT unnest(p_hits || v_found) AS id) AS c
      JOIN LATERAL (SELECT s.skill_id, s.popularity, s.name_folded, s.search || ''::tsvector AS search,
           ts_filter(s.search, '{a,b}') AS name FROM listing_search s WHERE s.skill_id = c.id OFFSET 0) AS s ON true
      CROSS JOIN LATERAL (SELECT sum(w.weight * CASE WHEN s.name @@ w.query THEN 1 WHEN s.search @@ w.query THEN 0.5
        ELSE 0 END) / sum(w.weight) AS share, bool_and(s.search @@ w.query)::int AS has_all
        FROM unnest(v_queries, v_weights) AS w (query, weight) OFFSET 0) AS m
    ORDER BY (s.name_folded = p_phrase) DESC,
      3 * m.share + m.has_all + word_similarity(p_phrase, s.name_folded) + similarity(p_phrase, s.name_folded) DESC,
      s.popularity DESC, s.skill_id DESC
    LIMIT c_most);
END $$;
