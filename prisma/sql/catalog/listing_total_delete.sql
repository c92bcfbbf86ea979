CREATE OR REPLACE FUNCTION listing_total_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_total AS t (category, pricing_type, count)
    SELECT category, pricing_type, -count(*) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (category, pricing_type) DO UPDATE SET count = t.count + excluded.count;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listing_total_delete AFTER DELETE ON listing REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_total_delete();
