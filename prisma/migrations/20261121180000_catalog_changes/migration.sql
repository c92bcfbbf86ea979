-- CreateTable
CREATE TABLE "catalog_changes" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "count" BIGINT NOT NULL,

    CONSTRAINT "catalog_changes_pkey" PRIMARY KEY ("id")
);

-- How often anything that consumers see of listings has changed, counters and ratings included. Pages that were made are
-- shown again while it stands. A row and not a sequence: whoever reads a new count reads what made it new.
INSERT INTO catalog_changes (count) VALUES (1);
ALTER TABLE catalog_changes ADD CONSTRAINT catalog_changes_one CHECK (id = 1);

-- Once a transaction, and last of all that it does: whoever waits for this row holds it against nobody.
CREATE FUNCTION catalog_changes_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_transaction text := pg_current_xact_id()::text;
BEGIN
  IF current_setting('marketplace.catalog_changed', true) IS DISTINCT FROM v_transaction THEN
    UPDATE catalog_changes SET count = count + 1;
    PERFORM set_config('marketplace.catalog_changed', v_transaction, true);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER catalog_changes_count AFTER INSERT OR UPDATE OR DELETE ON listing
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalog_changes_count();
