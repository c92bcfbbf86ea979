-- Marks the 2,500 most popular listings in the search table, among which the hits of common words are looked for.
-- Returns how many changed.
CREATE OR REPLACE FUNCTION search_popular_refresh() RETURNS int LANGUAGE sql AS $$
  WITH popular AS MATERIALIZED (SELECT skill_id FROM listing ORDER BY popularity DESC, skill_id DESC LIMIT 2500),
  changed AS (
    UPDATE listing_search s SET is_popular = NOT s.is_popular
      WHERE s.is_popular <> EXISTS (SELECT FROM popular p WHERE p.skill_id = s.skill_id) RETURNING 1)
  SELECT count(*)::int FROM changed
$$;
