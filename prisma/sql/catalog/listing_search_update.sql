CREATE OR REPLACE FUNCTION listing_search_update() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER listing_search_update
  AFTER UPDATE OF name, description, popularity, published_at, first_use_micros, rating_score, category, pricing_type, execution_type
  ON listing FOR EACH ROW WHEN (
    (OLD.name, OLD.description, OLD.popularity, OLD.published_at, OLD.first_use_micros, OLD.rating_score, OLD.category, OLD.pricing_type, OLD.execution_type)
    IS DISTINCT FROM
    (NEW.name, NEW.description, NEW.popularity, NEW.published_at, NEW.first_use_micros, NEW.rating_score, NEW.category, NEW.pricing_type, NEW.execution_type))
  EXECUTE FUNCTION listing_search_update();
