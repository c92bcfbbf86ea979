-- CreateTable
CREATE TABLE "catalog_version" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL,

    CONSTRAINT "catalog_version_pkey" PRIMARY KEY ("id")
);

-- A row and not a sequence: whoever reads a new version reads the listings that made it new.
INSERT INTO catalog_version (version) VALUES (1);
ALTER TABLE catalog_version ADD CONSTRAINT catalog_version_one CHECK (id = 1);
CREATE FUNCTION catalog_version_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalog_version SET version = version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER catalog_version_count AFTER INSERT OR DELETE OR UPDATE OF name, description, category, pricing_type ON listing
  FOR EACH STATEMENT EXECUTE FUNCTION catalog_version_count();

-- Parts of words are looked for in a column of its own: folding every candidate anew was most of the cost of such a search.
DROP INDEX listing_parts;
ALTER TABLE listing ADD COLUMN text_folded TEXT NOT NULL DEFAULT '';
CREATE OR REPLACE FUNCTION listing_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_name text;
  v_description text := space_characters(fold(NEW.description));
BEGIN
  -- Names are compared as words: `code-review` is "code review".
  NEW.name_folded := btrim(regexp_replace(translate(fold(NEW.name), '-_./:,;|()[]+&', repeat(' ', 14)), ' +', ' ', 'g'));
  NEW.text_folded := fold(NEW.name || ' ' || NEW.description);
  v_name := space_characters(NEW.name_folded);
  NEW.search := setweight(to_tsvector('simple', v_name), 'A') || setweight(to_tsvector('english', v_name), 'B')
    || setweight(to_tsvector('simple', v_description), 'C') || setweight(to_tsvector('english', v_description), 'D');
  RETURN NEW;
END $$;
UPDATE listing SET name = name;
CREATE INDEX listing_text_folded_idx ON listing USING gin (text_folded gin_trgm_ops);
