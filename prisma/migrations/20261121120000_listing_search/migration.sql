-- What searches look through is a narrow table of its own. A word that ten thousand listings have is counted and ordered
-- over a fifth of the pages, and a new popularity no longer writes every word of a listing into its indexes again.

-- DropTrigger
DROP TRIGGER listing_fold ON listing;
DROP FUNCTION listing_fold();

-- DropIndex
DROP INDEX "listing_search_idx";
DROP INDEX "listing_name_folded_idx";
DROP INDEX "listing_text_folded_idx";

-- AlterTable
ALTER TABLE "listing" DROP COLUMN "name_folded", DROP COLUMN "text_folded", DROP COLUMN "search";

-- CreateTable
CREATE TABLE "listing_search" (
    "skill_id" UUID NOT NULL,
    "popularity" BIGINT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "first_use_micros" BIGINT NOT NULL,
    "rating_score" DOUBLE PRECISION NOT NULL,
    "category" TEXT NOT NULL,
    "pricing_type" TEXT NOT NULL,
    "execution_type" TEXT NOT NULL,
    "name_folded" TEXT NOT NULL,
    "text_folded" TEXT NOT NULL,
    "search" tsvector NOT NULL,
    "padding" TEXT NOT NULL DEFAULT repeat(' '::text, 2100),

    CONSTRAINT "listing_search_pkey" PRIMARY KEY ("skill_id")
);

-- Only rows that are longer than a quarter of a page have their long columns stored apart. The padding makes every row such
-- a one when it is written, and takes 35 bytes itself: what stays in the table are the columns that every match needs.
-- None of those that change with use is indexed, so that they change in place.
ALTER TABLE listing_search SET (toast_tuple_target = 128, fillfactor = 85),
  ALTER COLUMN category SET STORAGE MAIN, ALTER COLUMN pricing_type SET STORAGE MAIN,
  ALTER COLUMN execution_type SET STORAGE MAIN, ALTER COLUMN name_folded SET STORAGE MAIN, ALTER COLUMN padding SET STORAGE MAIN;

-- Names are compared as words: `code-review` is "code review". Words of the name count most. All stand as they are and by
-- their English stems, so that other languages lose nothing; of scripts without spaces, every character is a word.
CREATE FUNCTION listing_texts(p_name text, p_description text, OUT name_folded text, OUT text_folded text, OUT search tsvector)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_name text;
  v_description text := space_characters(fold(p_description));
BEGIN
  name_folded := btrim(regexp_replace(translate(fold(p_name), '-_./:,;|()[]+&', repeat(' ', 14)), ' +', ' ', 'g'));
  text_folded := fold(p_name || ' ' || p_description);
  v_name := space_characters(name_folded);
  search := setweight(to_tsvector('simple', v_name), 'A') || setweight(to_tsvector('english', v_name), 'B')
    || setweight(to_tsvector('simple', v_description), 'C') || setweight(to_tsvector('english', v_description), 'D');
END $$;

CREATE FUNCTION listing_search_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_search (skill_id, popularity, published_at, first_use_micros, rating_score, category, pricing_type, execution_type,
      name_folded, text_folded, search)
    SELECT l.skill_id, l.popularity, l.published_at, l.first_use_micros, l.rating_score, l.category, l.pricing_type, l.execution_type,
      t.name_folded, t.text_folded, t.search
    FROM changed l, listing_texts(l.name, l.description) AS t;
  RETURN NULL;
END $$;
CREATE FUNCTION listing_search_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listing_search s USING changed WHERE s.skill_id = changed.skill_id;
  RETURN NULL;
END $$;
CREATE FUNCTION listing_search_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listing_search SET popularity = NEW.popularity, published_at = NEW.published_at, first_use_micros = NEW.first_use_micros,
      rating_score = NEW.rating_score, category = NEW.category, pricing_type = NEW.pricing_type, execution_type = NEW.execution_type
    WHERE skill_id = NEW.skill_id;
  IF (OLD.name, OLD.description) IS DISTINCT FROM (NEW.name, NEW.description) THEN
    UPDATE listing_search s SET name_folded = t.name_folded, text_folded = t.text_folded, search = t.search, padding = DEFAULT
      FROM listing_texts(NEW.name, NEW.description) AS t WHERE s.skill_id = NEW.skill_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER listing_search_insert AFTER INSERT ON listing REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_search_insert();
CREATE TRIGGER listing_search_delete AFTER DELETE ON listing REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_search_delete();
CREATE TRIGGER listing_search_update
  AFTER UPDATE OF name, description, popularity, published_at, first_use_micros, rating_score, category, pricing_type, execution_type
  ON listing FOR EACH ROW WHEN (
    (OLD.name, OLD.description, OLD.popularity, OLD.published_at, OLD.first_use_micros, OLD.rating_score, OLD.category, OLD.pricing_type, OLD.execution_type)
    IS DISTINCT FROM
    (NEW.name, NEW.description, NEW.popularity, NEW.published_at, NEW.first_use_micros, NEW.rating_score, NEW.category, NEW.pricing_type, NEW.execution_type))
  EXECUTE FUNCTION listing_search_update();

INSERT INTO listing_search (skill_id, popularity, published_at, first_use_micros, rating_score, category, pricing_type, execution_type,
    name_folded, text_folded, search)
  SELECT l.skill_id, l.popularity, l.published_at, l.first_use_micros, l.rating_score, l.category, l.pricing_type, l.execution_type,
    t.name_folded, t.text_folded, t.search
  FROM listing l, listing_texts(l.name, l.description) AS t;

-- CreateIndex
CREATE INDEX "listing_search_search_idx" ON "listing_search" USING GIN ("search");

-- CreateIndex
CREATE INDEX "listing_search_name_folded_idx" ON "listing_search" USING GIN ("name_folded" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "listing_search_text_folded_idx" ON "listing_search" USING GIN ("text_folded" gin_trgm_ops);

-- Below, what is looked for comes as `tsquery` texts (all words, the words of names, any word), as the whole phrase, and as LIKE
-- patterns of parts of words, of which the longest brings candidates. Filters that are null are none.

CREATE FUNCTION listing_words(p_words text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_words tsquery := to_tsquery('simple', p_words);
  v_stems tsquery := to_tsquery('english', p_words);
BEGIN
  RETURN CASE WHEN v_stems = v_words THEN v_words ELSE v_words || v_stems END;
END $$;

CREATE FUNCTION listing_fits(category text, pricing_type text, execution_type text, p_category text, p_pricing text, p_execution text)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (p_category IS NULL OR category = p_category) AND (p_pricing IS NULL OR pricing_type = p_pricing)
    AND (p_execution IS NULL OR execution_type IN (p_execution, 'both'))
$$;

-- Every listing that has all words, as they stand or by their stems. The planner takes testing a text for as cheap as comparing
-- two numbers, and would read the whole table for a common word: here, and below, it must not.
CREATE FUNCTION listing_search_hits(p_words text, p_category text, p_pricing text, p_execution text)
RETURNS TABLE (skill_id uuid, popularity bigint, published_at timestamptz, first_use_micros bigint, rating_score float8)
LANGUAGE plpgsql STABLE ROWS 1000 SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_words tsquery := listing_words(p_words);
BEGIN
  RETURN QUERY SELECT s.skill_id, s.popularity, s.published_at, s.first_use_micros, s.rating_score FROM listing_search s
    WHERE s.search @@ v_words AND listing_fits(s.category, s.pricing_type, s.execution_type, p_category, p_pricing, p_execution);
END $$;

-- The first places of a search and how many matches there are, counted to 10,001 at least. It reaches as far as it must: when
-- all words find less than 100, for parts of words as well, and when that finds less than 3, for what is alike. Ranking every
-- match of a common word would take seconds: of each kind, the exact name, then names with all words, then the popular.
-- Ranked come the exact name, then all words in the name, then how well the words match, then popularity.
CREATE FUNCTION listing_search_order(p_phrase text, p_words text, p_names text, p_any text, p_others text, p_parts text[],
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
    ids := ARRAY(SELECT s.skill_id FROM listing_search s WHERE s.name_folded = p_phrase AND s.search @@ v_words
          AND listing_fits(s.category, s.pricing_type, s.execution_type, p_category, p_pricing, p_execution) LIMIT p_most)
      || ARRAY(SELECT s.skill_id FROM listing_search s WHERE s.name_folded LIKE v_part AND s.name_folded LIKE ALL (p_parts) AND s.search @@ v_words
          AND listing_fits(s.category, s.pricing_type, s.execution_type, p_category, p_pricing, p_execution)
        ORDER BY s.popularity DESC, s.skill_id DESC LIMIT p_most)
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
