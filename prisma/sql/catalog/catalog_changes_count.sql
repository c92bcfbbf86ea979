-- Once a transaction, and last of all that it does: whoever waits for this row holds it against nobody.
CREATE OR REPLACE FUNCTION catalog_changes_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_transaction text := pg_current_xact_id()::text;
BEGIN
  IF current_setting('marketplace.catalog_changed', true) IS DISTINCT FROM v_transaction THEN
    UPDATE catalog_changes SET count = count + 1;
    PERFORM set_config('marketplace.catalog_changed', v_transaction, true);
  END IF;
  RETURN NULL;
END $$;

-- A constraint trigger cannot be replaced.
DROP TRIGGER IF EXISTS catalog_changes_count ON listing;
CREATE CONSTRAINT TRIGGER catalog_changes_count AFTER INSERT OR UPDATE OR DELETE ON listing
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalog_changes_count();
