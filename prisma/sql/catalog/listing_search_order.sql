-- A word that very many names have is looked for among the popular listings too: of a million listings, going through all of
-- its names took longer than everything else together.
CREATE OR REPLACE FUNCTION listing_search_order(p_phrase text, p_words text, p_names text, p_any text, p_others text, p_parts text[],
  p_category text, p_pricing text, p_execution text, p_most int, OUT reach text, OUT total int, OUT version bigint, OUT ids uuid[])
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_words tsquery := listing_words(p_words);
  v_all tsquery := to_tsquery('simple', p_words);
  v_names tsquery := to_tsquery('simple', p_names);
  v_any tsquery := to_tsquery('simple', p_any);
  v_others tsquery := to_tsquery('simple', p_others);
  v_part text := (SELECT part FROM unnest(p_parts) AS part ORDER BY length(part) DESC LIMIT 1);
  v_is_one boolean := cardinality(p_parts) = 1;
  -- Past this many hits, the popular listings are searched for the word instead of the word for the popular listings: about
  -- where both cost the same.
  v_enough int := (SELECT greatest(20000, sqrt(1000 * sum(t.count))) FROM listing_total t);
  v_begins text[] := ARRAY(SELECT '% ' || substr(part, 2) FROM unnest(p_parts) AS part);
  v_named uuid[];
  v_is_in_many boolean;
  c_many_names CONSTANT int := 5000;
  -- Names are put before all others by what they add to the popularity.
  c_named CONSTANT bigint := 1::bigint << 60;
  c_exact CONSTANT bigint := 1::bigint << 61;
BEGIN
  SELECT c.version INTO version FROM catalog_version c;
  reach := 'words';
  WITH hit AS MATERIALIZED (
    SELECT s.skill_id, s.popularity + CASE WHEN s.name_folded = p_phrase THEN c_exact
        WHEN v_part IS NULL OR s.name_folded NOT LIKE v_part THEN 0 WHEN v_is_one OR s.name_folded LIKE ALL (p_parts) THEN c_named ELSE 0 END AS weight
      FROM listing_search s
     WHERE s.search @@ v_words AND listing_fits(s.category, s.pricing_type, s.execution_type, p_category, p_pricing, p_execution)
     LIMIT v_enough + 1)
  SELECT (SELECT count(*) FROM hit), ARRAY(SELECT skill_id FROM hit ORDER BY weight DESC, skill_id DESC LIMIT p_most) INTO total, ids;
  IF total > v_enough THEN
    WITH hit AS MATERIALIZED (
      SELECT s.skill_id, s.popularity FROM listing_search s
       WHERE s.name_folded LIKE v_part AND s.name_folded LIKE ALL (p_parts) AND s.search @@ v_words
         AND listing_fits(s.category, s.pricing_type, s.execution_type, p_category, p_pricing, p_execution)
       LIMIT c_many_names + 1)
    SELECT (SELECT count(*) FROM hit) > c_many_names,
      ARRAY(SELECT skill_id FROM hit ORDER BY popularity DESC, skill_id DESC LIMIT p_most) INTO v_is_in_many, v_named;
    IF v_is_in_many THEN
      v_named := ARRAY(SELECT l.skill_id FROM listing l
        WHERE listing_fits(l.category, l.pricing_type, l.execution_type, p_category, p_pricing, p_execution)
          AND (SELECT s.name_folded LIKE ALL (p_parts) AND s.search @@ v_words FROM listing_search s WHERE s.skill_id = l.skill_id)
        ORDER BY l.popularity DESC, l.skill_id DESC LIMIT p_most);
    END IF;
    ids := ARRAY(SELECT s.skill_id FROM listing_search s WHERE s.name_folded = p_phrase AND s.search @@ v_words
          AND listing_fits(s.category, s.pricing_type, s.execution_type, p_category, p_pricing, p_execution) LIMIT p_most)
      || v_named
      || ARRAY(SELECT l.skill_id FROM listing l
        WHERE listing_fits(l.category, l.pricing_type, l.execution_type, p_category, p_pricing, p_execution)
          AND (SELECT s.search @@ v_words FROM listing_search s WHERE s.skill_id = l.skill_id)
        ORDER BY l.popularity DESC, l.skill_id DESC LIMIT p_most);
  END IF;

  IF total < 100 AND v_part IS NOT NULL THEN
    reach := 'parts';
    WITH hit AS MATERIALIZED (
      SELECT s.skill_id, s.popularity + CASE WHEN s.name_folded = p_phrase THEN c_exact
          WHEN s.name_folded LIKE ALL (p_parts) THEN c_named ELSE 0 END AS weight
        FROM listing_search s
       WHERE (s.search @@ v_words
           OR (s.text_folded LIKE v_part AND s.text_folded LIKE ALL (p_parts) AND (p_others = '' OR s.search @@ v_others)))
         AND listing_fits(s.category, s.pricing_type, s.execution_type, p_category, p_pricing, p_execution)
       LIMIT 10001)
    SELECT (SELECT count(*) FROM hit), ids || ARRAY(SELECT skill_id FROM hit ORDER BY weight DESC, skill_id DESC LIMIT p_most)
      INTO total, ids;
    IF total > 10000 THEN
      -- What so many have is soon found among the popular.
      ids := ids || ARRAY(SELECT l.skill_id FROM listing l
        WHERE listing_fits(l.category, l.pricing_type, l.execution_type, p_category, p_pricing, p_execution)
          AND (SELECT s.text_folded LIKE ALL (p_parts) AND (p_others = '' OR s.search @@ v_others) FROM listing_search s WHERE s.skill_id = l.skill_id)
        ORDER BY l.popularity DESC, l.skill_id DESC LIMIT p_most);
    END IF;
  END IF;

  IF total < 3 THEN
    reach := 'similar';
    -- Each way brings its own: the many matches of a loose one would crowd out the few of a strict one, which are there already.
    ids := ids
      || ARRAY(SELECT s.skill_id FROM listing_search s WHERE (p_phrase % s.name_folded OR p_phrase <% s.name_folded)
           AND listing_fits(s.category, s.pricing_type, s.execution_type, p_category, p_pricing, p_execution)
         ORDER BY s.popularity DESC, s.skill_id DESC LIMIT p_most)
      || ARRAY(SELECT s.skill_id FROM listing_search s WHERE s.search @@ v_any
           AND listing_fits(s.category, s.pricing_type, s.execution_type, p_category, p_pricing, p_execution)
         ORDER BY s.popularity DESC, s.skill_id DESC LIMIT p_most);
    SELECT count(*) INTO total FROM (SELECT 1 FROM listing_search s
      WHERE (s.search @@ v_words OR p_phrase % s.name_folded OR p_phrase <% s.name_folded OR s.search @@ v_any
          OR (s.text_folded LIKE v_part AND s.text_folded LIKE ALL (p_parts) AND (p_others = '' OR s.search @@ v_others)))
        AND listing_fits(s.category, s.pricing_type, s.execution_type, p_category, p_pricing, p_execution)
      LIMIT 10001) AS counted;
    ids := ARRAY(
      SELECT c.id FROM (SELECT DISTINCT unnest(ids) AS id) AS c JOIN LATERAL (
        SELECT s.* FROM listing_search s WHERE s.skill_id = c.id OFFSET 0) AS s ON true
      ORDER BY (s.search @@ v_all) DESC,
        word_similarity(p_phrase, s.name_folded) + similarity(p_phrase, s.name_folded) + ts_rank(s.search, v_any) DESC,
        s.popularity DESC, s.skill_id DESC LIMIT p_most);
    RETURN;
  END IF;

  -- That a word begins in the name is seen without looking into its text, which is only needed for signs inside of words.
  ids := ARRAY(
    SELECT c.id FROM (SELECT DISTINCT unnest(ids) AS id) AS c JOIN LATERAL (
      SELECT s.*, CASE WHEN p_others = '' AND ' ' || s.name_folded LIKE ALL (v_begins) THEN true
          WHEN p_others = '' AND s.name_folded NOT LIKE v_part THEN false ELSE s.search @@ v_names END AS is_named
        FROM listing_search s WHERE s.skill_id = c.id OFFSET 0) AS s ON true
    ORDER BY (s.name_folded = p_phrase) DESC, s.is_named DESC,
      CASE WHEN s.is_named THEN similarity(s.name_folded, p_phrase) ELSE ts_rank(s.search, v_all) END DESC,
      s.popularity DESC, s.skill_id DESC LIMIT p_most);
END $$;
