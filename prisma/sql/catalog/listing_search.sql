-- One page of a search: the ids of its listings in order, and how many there are on all pages, counted to 10,001.
-- The search comes as tsquery texts (all words; words too short to be looked for inside others; each word that has a
-- meaning), as the phrase that was typed, and as LIKE patterns of parts of words. Filters that are null are none;
-- without `p_sort` the order is relevance. It reaches as far as it must: whole words; below 100 hits also parts of up
-- to three words (`reach` 2); below 10 also what is similar (3). Filters take away from what the search finds without
-- them, so that the counts of its facets are what a click on one finds. Words that at least 100 of the 2,500 most
-- popular listings have (`is_popular`, see search_popular_refresh) are common: their most popular hits are found among
-- those, without reading all the others.
-- The planner takes testing a text for as cheap as comparing two numbers, and would read the whole table for a common
-- word.
CREATE OR REPLACE FUNCTION listing_search(p_phrase text, p_words text, p_others text, p_any text[], p_parts text[],
  p_category text, p_traits int, p_sort text, p_limit int, p_offset int,
  OUT total int, OUT ids uuid[], OUT reach int)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_words tsquery := listing_words(p_words);
  -- Finds the same listings as `v_words`, which ranks them.
  v_found tsquery := listing_words_found(p_words);
  v_wide tsquery;
  v_has_parts boolean := cardinality(p_parts) BETWEEN 1 AND 3;
  v_stems text[] := CASE WHEN p_words <> '' THEN
    ARRAY(SELECT coalesce('%' || (ts_lexize('english_stem', btrim(part, '%')))[1] || '%', part)
      FROM unnest(p_parts) AS part) END;
  v_listings bigint := (SELECT sum(t.count) FROM listing_total t);
  v_begins text[] := CASE WHEN p_others = ''
    AND cardinality(p_parts) > 0 THEN ARRAY(SELECT '% ' || substr(part, 2) FROM unnest(p_parts) AS part) END;
  -- Hits without the filters.
  v_all int := 0;
  v_hits uuid[];
  -- All hits with the filters, where they were counted one by one.
  v_list uuid[];
  v_ranked uuid[] := '{}';
  v_best uuid[];
  v_named uuid[];
  v_popular uuid[];
  c_ranked CONSTANT int := 100;
  c_popular CONSTANT int := 2500;
  c_signs CONSTANT int := 1000;
  c_most CONSTANT int := 10001;
  v_is_large boolean := v_listings > 4 * c_popular;
BEGIN
  reach := 1;
  WHILE p_words <> '' LOOP
    v_popular := '{}';
    -- Smaller catalogs are read whole, so that nothing waits for the next refresh.
    IF v_is_large THEN
      WITH hit AS MATERIALIZED (
        SELECT s.skill_id, s.popularity, s.name_folded LIKE ALL (p_parts) AS is_named,
            listing_fits(s.category, s.traits, p_category, p_traits) AS fits
          FROM listing_search s WHERE s.is_popular AND s.search @@ v_found)
      SELECT (SELECT count(*) FROM hit), (SELECT count(*) FROM hit WHERE fits) * v_listings / c_popular,
        ARRAY(SELECT skill_id FROM hit WHERE fits AND is_named ORDER BY popularity DESC, skill_id DESC LIMIT c_ranked),
        ARRAY(SELECT skill_id FROM hit WHERE fits ORDER BY popularity DESC, skill_id DESC LIMIT c_ranked)
        INTO v_all, total, v_named, v_popular;
    END IF;
    IF cardinality(v_popular) = c_ranked THEN
      v_best := CASE WHEN p_sort IS NULL THEN
        listing_search_common(p_phrase, v_found, p_parts, v_begins, p_category, p_traits, v_named, v_popular) END;
      -- Far more than are counted: not counted.
      IF total < 2 * c_most THEN
        total := (SELECT count(*) FROM (SELECT FROM listing_search s
          WHERE s.search @@ v_found AND listing_fits(s.category, s.traits, p_category, p_traits) LIMIT c_most) AS hit);
      END IF;
    ELSE
      WITH hit AS MATERIALIZED (
        SELECT s.skill_id, CASE WHEN listing_fits(s.category, s.traits, p_category, p_traits)
            THEN listing_search_weight(s.popularity, s.name_folded, p_phrase, p_parts, v_stems) END AS weight
          FROM listing_search s
         WHERE s.search @@ v_found AND (v_all < c_ranked OR listing_fits(s.category, s.traits, p_category, p_traits)))
      SELECT greatest(v_all, (SELECT count(*) FROM hit)), (SELECT count(weight) FROM hit),
        ARRAY(SELECT skill_id FROM hit LIMIT c_ranked),
        ARRAY(SELECT skill_id FROM hit WHERE weight IS NOT NULL ORDER BY weight DESC, skill_id DESC LIMIT c_ranked)
        INTO v_all, total, v_hits, v_best;
    END IF;
    v_ranked := v_ranked || v_best;
    EXIT WHEN v_all >= c_ranked OR NOT v_has_parts OR reach = 2;
    v_wide := listing_search_wide(p_parts, p_others, v_listings);
    EXIT WHEN v_wide IS NULL;
    v_words := v_words || v_wide;
    v_found := v_found || v_wide;
    reach := 2;
  END LOOP;

  IF p_words = '' THEN
    -- Signs alone are in no index.
    reach := 2;
    v_list := ARRAY(SELECT l.skill_id
      FROM (SELECT l.skill_id, l.popularity FROM listing l ORDER BY l.popularity DESC, l.skill_id DESC
         LIMIT CASE WHEN v_is_large THEN c_signs END) AS l
        JOIN LATERAL (SELECT * FROM listing_search s WHERE s.skill_id = l.skill_id OFFSET 0) AS s ON true
      WHERE listing_fits(s.category, s.traits, p_category, p_traits) AND s.text_folded LIKE ALL (p_parts)
      ORDER BY l.popularity DESC, l.skill_id DESC);
  ELSIF v_all < c_ranked THEN
    v_list := v_hits;
    IF v_has_parts AND (reach = 1 OR p_others = '') THEN
      reach := 2;
      v_list := v_list || listing_search_parts(p_parts, p_others, c_most);
    END IF;
    WITH hit AS MATERIALIZED (
      SELECT s.skill_id, CASE WHEN listing_fits(s.category, s.traits, p_category, p_traits)
          THEN listing_search_weight(s.popularity, s.name_folded, p_phrase, p_parts, v_stems) END AS weight
        FROM listing_search s WHERE s.skill_id = ANY (v_list))
    SELECT (SELECT count(*) FROM hit), ARRAY(SELECT skill_id FROM hit),
      ARRAY(SELECT skill_id FROM hit WHERE weight IS NOT NULL ORDER BY weight DESC, skill_id DESC)
      INTO v_all, v_hits, v_list;
    v_ranked := v_ranked || v_list[:c_ranked];
    IF v_all < 10 AND cardinality(p_any) > 0 THEN
      reach := 3;
      v_list := ARRAY(SELECT f.skill_id
        FROM unnest(listing_search_similar(p_phrase, p_any, v_hits)) WITH ORDINALITY AS f (skill_id, place)
        JOIN listing_search s USING (skill_id)
        WHERE listing_fits(s.category, s.traits, p_category, p_traits) ORDER BY f.place);
    END IF;
  END IF;

  total := coalesce(cardinality(v_list), total);
  IF p_sort IS NOT NULL THEN v_ranked := '{}';
  ELSIF p_words = '' OR reach = 3 THEN v_ranked := v_list;
  ELSE v_ranked := listing_search_rank(p_phrase, v_words, to_tsquery('simple', p_words), v_begins, v_ranked);
  END IF;
  ids := v_ranked[p_offset + 1 : p_offset + p_limit];
  IF cardinality(ids) < p_limit AND total > cardinality(v_ranked) THEN
    ids := ids || listing_search_page(v_found, v_list, p_category, p_traits, p_sort, total, v_ranked,
      p_limit - cardinality(ids), greatest(0, p_offset - cardinality(v_ranked)));
  END IF;
  total := least(total, c_most);
END $$;
