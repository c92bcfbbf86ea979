-- A page of a search's hits in the order of a sort, without `p_without`: of `p_list`, or without one of all that have
-- the words. A page near the beginning of many hits walks the sort's index until it is full; every other page sorts all
-- hits. Testing a listing's words costs about five times as much as sorting one that the index of words has found.
CREATE OR REPLACE FUNCTION listing_search_page(p_words tsquery, p_list uuid[], p_category text, p_traits int,
  p_sort text, p_total int, p_without uuid[], p_limit int, p_offset int)
RETURNS uuid[] LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  v_order text := CASE p_sort WHEN 'newest' THEN 'published_at DESC, skill_id DESC'
    WHEN 'price_asc' THEN 'price_rank, skill_id'
    WHEN 'price_desc' THEN 'price_rank DESC, skill_id DESC' WHEN 'rating' THEN 'rating_score DESC, skill_id DESC'
    WHEN 'trending' THEN 'week_uses DESC, skill_id DESC'
    ELSE 'popularity DESC, skill_id DESC' END;
  v_filter text := CASE WHEN p_category IS NOT NULL THEN ' AND category = $2' ELSE '' END
    || CASE WHEN p_traits <> 0 THEN ' AND traits & $3 >= $3' ELSE '' END
    || CASE WHEN cardinality(p_without) > 0 THEN ' AND skill_id <> ALL ($5)' ELSE '' END;
  v_listings bigint := (SELECT sum(t.count) FROM listing_total t
    WHERE listing_fits(t.category, t.traits, p_category, p_traits));
  v_ids uuid[];
BEGIN
  EXECUTE format('SELECT ARRAY(SELECT l.skill_id FROM %s %s ORDER BY %s LIMIT $6 OFFSET $7)',
      CASE WHEN p_list IS NOT NULL THEN 'listing l WHERE skill_id = ANY ($4)'
        WHEN 10.0 * v_listings * (cardinality(p_without) + p_offset + p_limit) < p_total::float8 * p_total
          THEN 'listing l WHERE (SELECT s.search @@ $1 FROM listing_search s WHERE s.skill_id = l.skill_id)'
        -- The one order that the search table does not have.
        WHEN p_sort = 'trending'
          THEN 'listing l WHERE skill_id = ANY (ARRAY(SELECT skill_id FROM listing_search WHERE search @@ $1))'
        ELSE 'listing_search l WHERE search @@ $1' END, v_filter, v_order)
    INTO v_ids USING p_words, p_category, p_traits, p_list, p_without, p_limit, p_offset;
  RETURN v_ids;
END $$;
