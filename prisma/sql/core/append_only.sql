CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

-- A price change that is still a sentence is given its columns once.
CREATE OR REPLACE TRIGGER review_event_append_only BEFORE UPDATE OR DELETE ON review_event FOR EACH ROW
  WHEN (OLD.action <> 'reprice' OR OLD.terms_after IS NOT NULL) EXECUTE FUNCTION append_only();

CREATE OR REPLACE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE ON audit_event FOR EACH ROW
  EXECUTE FUNCTION append_only();

-- Ledger: append-only, balanced, unique per source.
CREATE OR REPLACE TRIGGER ledger_transaction_append_only BEFORE UPDATE OR DELETE ON ledger_transaction FOR EACH ROW
  EXECUTE FUNCTION append_only();

CREATE OR REPLACE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW
  EXECUTE FUNCTION append_only();

CREATE OR REPLACE TRIGGER ledger_transaction_no_truncate BEFORE TRUNCATE ON ledger_transaction FOR EACH STATEMENT
  EXECUTE FUNCTION append_only();

CREATE OR REPLACE TRIGGER ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT
  EXECUTE FUNCTION append_only();

CREATE OR REPLACE TRIGGER document_append_only BEFORE UPDATE OR DELETE ON document FOR EACH ROW
  EXECUTE FUNCTION append_only();
