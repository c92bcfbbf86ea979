-- What follows a listing, in its transaction: the totals, the search table, and the counters of a skill that comes
-- (back). Inserts and deletions are handled a statement at a time, so that totals and counters are locked in one order.
-- An update is handled by row: a statement's changed rows would have to be stored for every update of a counter.
CREATE OR REPLACE FUNCTION listing_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE listing_search SET popularity = NEW.popularity, published_at = NEW.published_at, price_rank = NEW.price_rank,
        rating_score = NEW.rating_score, category = NEW.category, traits = NEW.traits
      WHERE skill_id = NEW.skill_id;
    IF (OLD.name, OLD.description, OLD.developer_name) IS DISTINCT FROM (NEW.name, NEW.description,
      NEW.developer_name) THEN
      UPDATE listing_search s SET name_folded = t.name_folded, text_folded = t.text_folded,
        search = t.search, padding = DEFAULT
        FROM listing_texts(NEW.name, NEW.description, NEW.developer_name) AS t WHERE s.skill_id = NEW.skill_id;
    END IF;
    IF (OLD.category, OLD.traits) IS DISTINCT FROM (NEW.category, NEW.traits) THEN
      INSERT INTO listing_total AS t (category, traits, count)
        SELECT c, b, n FROM (VALUES (OLD.category, OLD.traits, -1), (NEW.category, NEW.traits, 1)) AS moved (c, b, n)
          ORDER BY c, b
        ON CONFLICT (category, traits) DO UPDATE SET count = t.count + excluded.count;
    END IF;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO listing_search (skill_id, popularity, published_at, price_rank, rating_score, category, traits,
        name_folded, text_folded, search)
      SELECT l.skill_id, l.popularity, l.published_at, l.price_rank, l.rating_score, l.category, l.traits,
        t.name_folded, t.text_folded, t.search
      FROM changed l, listing_texts(l.name, l.description, l.developer_name) AS t;
    INSERT INTO listing_total AS t (category, traits, count)
      SELECT category, traits, count(*) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (category, traits) DO UPDATE SET count = t.count + excluded.count;
    -- The next run of the counters shows what was counted while the skill was away.
    UPDATE skill_use u SET changes = u.changes + 1
      FROM (SELECT skill_id FROM skill_use WHERE skill_id IN (SELECT skill_id FROM changed)
        ORDER BY skill_id FOR UPDATE) AS l
      WHERE l.skill_id = u.skill_id;
    UPDATE skill_trust t SET changes = t.changes + 1
      FROM (SELECT skill_id FROM skill_trust WHERE skill_id IN (SELECT skill_id FROM changed)
        ORDER BY skill_id FOR UPDATE) AS l
      WHERE l.skill_id = t.skill_id;
  ELSE
    DELETE FROM listing_search s USING changed WHERE s.skill_id = changed.skill_id;
    INSERT INTO listing_total AS t (category, traits, count)
      SELECT category, traits, -count(*) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (category, traits) DO UPDATE SET count = t.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listing_follow_insert AFTER INSERT ON listing REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_follow();

CREATE OR REPLACE TRIGGER listing_follow_delete AFTER DELETE ON listing REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_follow();

CREATE OR REPLACE TRIGGER listing_follow_update
  AFTER UPDATE OF name, description, developer_name, popularity, published_at, price_rank,
  rating_score, category, traits
  ON listing FOR EACH ROW WHEN (
    (OLD.name, OLD.description, OLD.developer_name, OLD.popularity, OLD.published_at, OLD.price_rank, OLD.rating_score,
    OLD.category, OLD.traits)
    IS DISTINCT FROM
    (NEW.name, NEW.description, NEW.developer_name, NEW.popularity, NEW.published_at, NEW.price_rank, NEW.rating_score,
    NEW.category, NEW.traits))
  EXECUTE FUNCTION listing_follow();
