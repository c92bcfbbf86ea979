-- Brings the words of the catalog up to date: those of Latin letters that names and descriptions have as they stand. In
-- a large catalog, a word that hardly any listing has is as likely a typing error. Returns how many changed.
CREATE OR REPLACE FUNCTION search_words_refresh() RETURNS int LANGUAGE sql AS $$
  WITH now AS MATERIALIZED (
    SELECT w.word, w.ndoc FROM ts_stat('SELECT search FROM listing_search', 'ac') AS w
     WHERE w.word ~ '^[a-z]{4,30}$'
       AND w.ndoc >= CASE WHEN (SELECT sum(count) FROM listing_total) > 1000 THEN 3 ELSE 1 END),
  gone AS (DELETE FROM search_word s WHERE NOT EXISTS (SELECT FROM now n WHERE n.word = s.word) RETURNING 1),
  changed AS (
    INSERT INTO search_word AS s (word, listings) SELECT word, ndoc FROM now ORDER BY word
      ON CONFLICT (word) DO UPDATE SET listings = excluded.listings WHERE s.listings <> excluded.listings RETURNING 1)
  SELECT (SELECT count(*)::int FROM gone) + (SELECT count(*)::int FROM changed)
$$;
