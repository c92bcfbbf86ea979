-- Raises the generation once per transaction, at its end: a transaction that waits for this row then blocks none that
-- waits for a listing. The row stays locked until the transaction ends, so a reader of a generation sees every change
-- up to it, however long one with a lower number took. Each listing keeps the generation that changed it last, or took
-- it away.
CREATE OR REPLACE FUNCTION catalog_generation_raise() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_transaction text := pg_current_xact_id()::text;
BEGIN
  IF current_setting('marketplace.generation_raised', true) IS DISTINCT FROM v_transaction THEN
    UPDATE catalog_generation SET generation = generation + 1;
    PERFORM set_config('marketplace.generation_raised', v_transaction, true);
  END IF;
  IF TG_TABLE_NAME = 'listing' THEN
    INSERT INTO listing_change AS c (skill_id, generation)
      SELECT coalesce(NEW.skill_id, OLD.skill_id), g.generation FROM catalog_generation g
      ON CONFLICT (skill_id) DO UPDATE SET generation = excluded.generation WHERE c.generation <> excluded.generation;
  ELSE
    UPDATE catalog_generation SET settings = generation WHERE settings <> generation;
  END IF;
  RETURN NULL;
END $$;

-- A constraint trigger cannot be replaced.
DROP TRIGGER IF EXISTS catalog_generation_raise ON listing;
CREATE CONSTRAINT TRIGGER catalog_generation_raise AFTER INSERT OR UPDATE OR DELETE ON listing
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalog_generation_raise();

DROP TRIGGER IF EXISTS catalog_generation_raise ON search_synonym;
CREATE CONSTRAINT TRIGGER catalog_generation_raise AFTER INSERT OR UPDATE OR DELETE ON search_synonym
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalog_generation_raise();

DROP TRIGGER IF EXISTS catalog_generation_raise ON category;
CREATE CONSTRAINT TRIGGER catalog_generation_raise AFTER INSERT OR UPDATE OR DELETE ON category
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalog_generation_raise();
