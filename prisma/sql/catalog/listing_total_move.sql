-- A trigger of named columns sees no table of changed rows, and one without names would keep every counter's change.
CREATE OR REPLACE FUNCTION listing_total_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_total AS t (category, pricing_type, count)
    SELECT c, p, n FROM (VALUES (OLD.category, OLD.pricing_type, -1), (NEW.category, NEW.pricing_type, 1)) AS moved (c, p, n) ORDER BY c, p
    ON CONFLICT (category, pricing_type) DO UPDATE SET count = t.count + excluded.count;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listing_total_move AFTER UPDATE OF category, pricing_type ON listing FOR EACH ROW
  WHEN ((OLD.category, OLD.pricing_type) IS DISTINCT FROM (NEW.category, NEW.pricing_type)) EXECUTE FUNCTION listing_total_move();
