CREATE OR REPLACE FUNCTION catalog_version_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalog_version SET version = version + 1;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER catalog_version_count AFTER INSERT OR DELETE OR UPDATE OF name, description, category, pricing_type ON listing
  FOR EACH STATEMENT EXECUTE FUNCTION catalog_version_count();
