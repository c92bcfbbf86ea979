-- CreateTable
CREATE TABLE "listing_total" (
    "category" TEXT NOT NULL,
    "pricing_type" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "listing_total_pkey" PRIMARY KEY ("category","pricing_type")
);

-- Totals follow the listings. A statement's rows are counted together, and locked in one order.
CREATE FUNCTION listing_total_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_total AS t (category, pricing_type, count)
    SELECT category, pricing_type, count(*) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (category, pricing_type) DO UPDATE SET count = t.count + excluded.count;
  RETURN NULL;
END $$;
CREATE FUNCTION listing_total_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_total AS t (category, pricing_type, count)
    SELECT category, pricing_type, -count(*) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (category, pricing_type) DO UPDATE SET count = t.count + excluded.count;
  RETURN NULL;
END $$;
-- A trigger of named columns sees no table of changed rows, and one without names would keep every counter's change.
CREATE FUNCTION listing_total_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_total AS t (category, pricing_type, count)
    SELECT c, p, n FROM (VALUES (OLD.category, OLD.pricing_type, -1), (NEW.category, NEW.pricing_type, 1)) AS moved (c, p, n) ORDER BY c, p
    ON CONFLICT (category, pricing_type) DO UPDATE SET count = t.count + excluded.count;
  RETURN NULL;
END $$;
CREATE TRIGGER listing_total_insert AFTER INSERT ON listing REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_total_insert();
CREATE TRIGGER listing_total_delete AFTER DELETE ON listing REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_total_delete();
CREATE TRIGGER listing_total_move AFTER UPDATE OF category, pricing_type ON listing FOR EACH ROW
  WHEN ((OLD.category, OLD.pricing_type) IS DISTINCT FROM (NEW.category, NEW.pricing_type)) EXECUTE FUNCTION listing_total_move();

INSERT INTO listing_total (category, pricing_type, count) SELECT category, pricing_type, count(*) FROM listing GROUP BY 1, 2;
