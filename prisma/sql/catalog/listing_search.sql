-- One page of a search: the ids of its listings in order, and how many there are on all pages, counted to 10,001.
-- The search comes as tsquery texts (all words; words too short to be looked for inside others; each word that has a meaning), as the
-- phrase that was typed, and as LIKE patterns of parts of words. Filters that are null are none; without `p_sort` the order is relevance.
-- It reaches as far as it must: whole words; below 100 hits also parts of words (`reach` 2); below 10 also what is similar (3). Filters
-- take away from what the search finds without them, so that the counts of its facets are what a click on one finds.
-- Words that at least 100 of the 2,500 most popular listings have (`is_popular`, see search_popular_refresh) are common: their most
-- popular hits are found among those, without reading all the others.
-- The planner takes testing a text for as cheap as comparing two numbers, and would read the whole table for a common word.
CREATE OR REPLACE FUNCTION listing_search(p_phrase text, p_words text, p_others text, p_any text[], p_parts text[],
  p_category text, p_traits int, p_sort text, p_limit int, p_offset int,
  OUT total int, OUT ids uuid[], OUT reach int)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_words tsquery := listing_words(p_words);
  v_others tsquery := to_tsquery('simple', p_others);
  -- Every part is a condition of the index. There are always eight: the longest stands in for those that are absent.
  v_longest text := (SELECT part FROM unnest(p_parts) AS part ORDER BY length(part) DESC LIMIT 1);
  v_parts text[] := p_parts || array_fill(v_longest, ARRAY[8 - cardinality(p_parts)]);
  v_stems text[] := CASE WHEN p_words <> '' THEN
    ARRAY(SELECT coalesce('%' || (ts_lexize('english_stem', btrim(part, '%')))[1] || '%', part) FROM unnest(p_parts) AS part) END;
  v_listings bigint := (SELECT sum(t.count) FROM listing_total t);
  v_begins text[] := CASE WHEN p_others = '' AND v_longest IS NOT NULL THEN ARRAY(SELECT '% ' || substr(part, 2) FROM unnest(p_parts) AS part) END;
  v_reach int;
  v_ranked uuid[];
  v_common int := 0;
  v_named uuid[];
  v_popular uuid[];
  c_ranked CONSTANT int := 100;
  c_popular CONSTANT int := 2500;
  c_most CONSTANT int := 10001;
  -- Added to the popularity, so that names precede all other hits.
  c_stemmed CONSTANT bigint := 1::bigint << 59;
  c_named CONSTANT bigint := 1::bigint << 60;
  c_exact CONSTANT bigint := 1::bigint << 61;
BEGIN
  -- Smaller catalogs are read whole, so that nothing waits for the next refresh.
  IF v_listings > 4 * c_popular THEN
    WITH hit AS MATERIALIZED (
      SELECT s.skill_id, s.popularity, s.name_folded LIKE ALL (p_parts) AS is_named,
          listing_fits(s.category, s.traits, p_category, p_traits) AS fits
        FROM listing_search s WHERE s.is_popular AND s.search @@ v_words)
    SELECT (SELECT count(*) FROM hit), (SELECT count(*) FROM hit WHERE fits) * v_listings / c_popular,
      ARRAY(SELECT skill_id FROM hit WHERE fits AND is_named ORDER BY popularity DESC, skill_id DESC LIMIT c_ranked),
      ARRAY(SELECT skill_id FROM hit WHERE fits ORDER BY popularity DESC, skill_id DESC LIMIT c_ranked)
      INTO v_common, total, v_named, v_popular;
  END IF;
  IF v_common >= c_ranked THEN
    v_ranked := listing_search_common(p_phrase, v_words, p_parts, v_begins, p_category, p_traits, v_named, v_popular);
    -- Far more than are counted: not counted.
    IF total < 2 * c_most THEN
      total := (SELECT count(*) FROM (SELECT FROM listing_search s
        WHERE s.search @@ v_words AND listing_fits(s.category, s.traits, p_category, p_traits) LIMIT c_most) AS hit);
    END IF;
  ELSE
    WITH hit AS MATERIALIZED (
      SELECT s.skill_id, s.popularity + CASE WHEN s.name_folded = p_phrase THEN c_exact WHEN s.name_folded LIKE ALL (p_parts) THEN c_named
          WHEN s.name_folded LIKE ALL (v_stems) THEN c_stemmed ELSE 0 END AS weight
        FROM listing_search s
       WHERE s.search @@ v_words AND listing_fits(s.category, s.traits, p_category, p_traits))
    SELECT (SELECT count(*) FROM hit), ARRAY(SELECT skill_id FROM hit ORDER BY weight DESC, skill_id DESC LIMIT c_ranked) INTO total, v_ranked;
  END IF;

  reach := 1;
  IF total < 100 AND (p_category IS NOT NULL OR p_traits <> 0) THEN
    SELECT f.reach, f.ids INTO v_reach, ids
      FROM listing_search(p_phrase, p_words, p_others, p_any, p_parts, NULL, 0, NULL, 100, 0) AS f;
  END IF;

  IF total < 100 AND v_longest IS NOT NULL AND v_reach IS DISTINCT FROM 1 THEN
    reach := 2;
    WITH hit AS MATERIALIZED (
      SELECT s.skill_id, s.popularity + CASE WHEN s.name_folded = p_phrase THEN c_exact WHEN s.name_folded LIKE ALL (p_parts) THEN c_named
        WHEN s.name_folded LIKE ALL (v_stems) THEN c_stemmed ELSE 0 END AS weight
        FROM listing_search s
       WHERE (s.search @@ v_words OR (s.text_folded LIKE v_parts[1] AND s.text_folded LIKE v_parts[2] AND s.text_folded LIKE v_parts[3]
           AND s.text_folded LIKE v_parts[4] AND s.text_folded LIKE v_parts[5] AND s.text_folded LIKE v_parts[6]
           AND s.text_folded LIKE v_parts[7] AND s.text_folded LIKE v_parts[8] AND (p_others = '' OR s.search @@ v_others)))
         AND listing_fits(s.category, s.traits, p_category, p_traits)
       LIMIT c_most)
    SELECT (SELECT count(*) FROM hit), v_ranked || ARRAY(SELECT skill_id FROM hit ORDER BY weight DESC, skill_id DESC LIMIT c_ranked)
      INTO total, v_ranked;
  END IF;
  total := least(total, c_most);

  IF coalesce(v_reach = 3, total < 10 AND cardinality(p_any) > 0 AND v_reach IS NULL) THEN
    reach := 3;
    v_ranked := CASE WHEN v_reach IS NULL THEN listing_search_similar(p_phrase, p_any, v_ranked) ELSE ARRAY(
      SELECT f.skill_id FROM unnest(ids) WITH ORDINALITY AS f (skill_id, place) JOIN listing_search s USING (skill_id)
       WHERE listing_fits(s.category, s.traits, p_category, p_traits) ORDER BY f.place) END;
    total := cardinality(v_ranked);
    ids := CASE WHEN p_sort IS NULL THEN v_ranked[p_offset + 1 : p_offset + p_limit] ELSE ARRAY(
      SELECT s.skill_id FROM listing_search s WHERE s.skill_id = ANY (v_ranked)
       ORDER BY listing_sort_key(p_sort, s.popularity, s.published_at, s.price_rank, s.rating_score) DESC, s.skill_id DESC
       LIMIT p_limit OFFSET p_offset) END;
    RETURN;
  END IF;

  v_ranked := CASE WHEN p_sort IS NULL THEN listing_search_rank(p_phrase, v_words, to_tsquery('simple', p_words), v_begins, v_ranked)
    ELSE '{}' END;
  ids := v_ranked[p_offset + 1 : p_offset + p_limit];
  IF cardinality(ids) = p_limit OR total <= cardinality(v_ranked) THEN RETURN; END IF;
  IF reach = 2 THEN
    ids := ids || ARRAY(SELECT s.skill_id FROM listing_search s
      WHERE (s.search @@ v_words OR (s.text_folded LIKE v_parts[1] AND s.text_folded LIKE v_parts[2] AND s.text_folded LIKE v_parts[3]
          AND s.text_folded LIKE v_parts[4] AND s.text_folded LIKE v_parts[5] AND s.text_folded LIKE v_parts[6]
          AND s.text_folded LIKE v_parts[7] AND s.text_folded LIKE v_parts[8] AND (p_others = '' OR s.search @@ v_others)))
        AND listing_fits(s.category, s.traits, p_category, p_traits) AND s.skill_id <> ALL (v_ranked)
      ORDER BY listing_sort_key(p_sort, s.popularity, s.published_at, s.price_rank, s.rating_score) DESC, s.skill_id DESC
      LIMIT p_limit - cardinality(ids) OFFSET greatest(0, p_offset - cardinality(v_ranked)));
  ELSE
    ids := ids || ARRAY(SELECT s.skill_id FROM listing_search s
      WHERE s.search @@ v_words AND listing_fits(s.category, s.traits, p_category, p_traits)
        AND s.skill_id <> ALL (v_ranked)
      ORDER BY listing_sort_key(p_sort, s.popularity, s.published_at, s.price_rank, s.rating_score) DESC, s.skill_id DESC
      LIMIT p_limit - cardinality(ids) OFFSET greatest(0, p_offset - cardinality(v_ranked)));
  END IF;
END $$;
