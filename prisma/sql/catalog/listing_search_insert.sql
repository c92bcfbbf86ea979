CREATE OR REPLACE FUNCTION listing_search_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_search (skill_id, popularity, published_at, first_use_micros, rating_score, category, pricing_type, execution_type,
      name_folded, text_folded, search)
    SELECT l.skill_id, l.popularity, l.published_at, l.first_use_micros, l.rating_score, l.category, l.pricing_type, l.execution_type,
      t.name_folded, t.text_folded, t.search
    FROM changed l, listing_texts(l.name, l.description) AS t;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listing_search_insert AFTER INSERT ON listing REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_search_insert();
