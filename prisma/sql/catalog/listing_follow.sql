-- What follows a listing, in its transaction: the totals, the search table, and the counters of a skill that comes (back). Inserts and
-- deletions are handled a statement at a time, so that totals and counters are locked in one order. An update is handled by row: a
-- statement's changed rows would have to be stored for every update of a counter.
CREATE OR REPLACE FUNCTION listing_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE listing_search SET popularity = NEW.popularity, published_at = NEW.published_at, first_use_micros = NEW.first_use_micros,
        rating_score = NEW.rating_score, category = NEW.category, pricing_type = NEW.pricing_type, execution_type = NEW.execution_type
      WHERE skill_id = NEW.skill_id;
    IF (OLD.name, OLD.description) IS DISTINCT FROM (NEW.name, NEW.description) THEN
      UPDATE listing_search s SET name_folded = t.name_folded, text_folded = t.text_folded, search = t.search, padding = DEFAULT
        FROM listing_texts(NEW.name, NEW.description) AS t WHERE s.skill_id = NEW.skill_id;
    END IF;
    IF (OLD.category, OLD.pricing_type) IS DISTINCT FROM (NEW.category, NEW.pricing_type) THEN
      INSERT INTO listing_total AS t (category, pricing_type, count)
        SELECT c, p, n FROM (VALUES (OLD.category, OLD.pricing_type, -1), (NEW.category, NEW.pricing_type, 1)) AS moved (c, p, n) ORDER BY c, p
        ON CONFLICT (category, pricing_type) DO UPDATE SET count = t.count + excluded.count;
    END IF;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO listing_search (skill_id, popularity, published_at, first_use_micros, rating_score, category, pricing_type,
        execution_type, name_folded, text_folded, search)
      SELECT l.skill_id, l.popularity, l.published_at, l.first_use_micros, l.rating_score, l.category, l.pricing_type,
        l.execution_type, t.name_folded, t.text_folded, t.search
      FROM changed l, listing_texts(l.name, l.description) AS t;
    INSERT INTO listing_total AS t (category, pricing_type, count)
      SELECT category, pricing_type, count(*) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (category, pricing_type) DO UPDATE SET count = t.count + excluded.count;
    -- The next run of the counters shows what was counted while the skill was away.
    UPDATE skill_use u SET changes = u.changes + 1
      FROM (SELECT skill_id FROM skill_use WHERE skill_id IN (SELECT skill_id FROM changed) ORDER BY skill_id FOR UPDATE) AS l
      WHERE l.skill_id = u.skill_id;
  ELSE
    DELETE FROM listing_search s USING changed WHERE s.skill_id = changed.skill_id;
    INSERT INTO listing_total AS t (category, pricing_type, count)
      SELECT category, pricing_type, -count(*) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (category, pricing_type) DO UPDATE SET count = t.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listing_follow_insert AFTER INSERT ON listing REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_follow();

CREATE OR REPLACE TRIGGER listing_follow_delete AFTER DELETE ON listing REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_follow();

CREATE OR REPLACE TRIGGER listing_follow_update
  AFTER UPDATE OF name, description, popularity, published_at, first_use_micros, rating_score, category, pricing_type, execution_type
  ON listing FOR EACH ROW WHEN (
    (OLD.name, OLD.description, OLD.popularity, OLD.published_at, OLD.first_use_micros, OLD.rating_score, OLD.category, OLD.pricing_type, OLD.execution_type)
    IS DISTINCT FROM
    (NEW.name, NEW.description, NEW.popularity, NEW.published_at, NEW.first_use_micros, NEW.rating_score, NEW.category, NEW.pricing_type, NEW.execution_type))
  EXECUTE FUNCTION listing_follow();
