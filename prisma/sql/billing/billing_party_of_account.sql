-- A new name or email is a new party; its billing details stay. A closed account keeps the names and addresses that
-- bills were issued to, without an email, and nothing where none was issued.
CREATE OR REPLACE FUNCTION billing_party_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM billing_party_begin(OLD.id, OLD.name, OLD.email, NULL);
  INSERT INTO billing_party (id, account_id, valid_from, name, email, details)
    SELECT new_id(), NEW.id, clock_timestamp(), NEW.name, NEW.email,
      CASE WHEN NEW.closed_at IS NULL THEN (SELECT b.details FROM billing_party b WHERE b.account_id = NEW.id
      ORDER BY b.valid_from DESC LIMIT 1) END;
  IF NEW.closed_at IS NOT NULL THEN
    IF EXISTS (SELECT 1 FROM document d WHERE d.account_id = NEW.id)
      OR EXISTS (SELECT 1 FROM purchase p WHERE p.buyer_id = NEW.id) THEN
      UPDATE billing_party SET email = NULL WHERE account_id = NEW.id;
    ELSE
      DELETE FROM billing_party WHERE account_id = NEW.id;
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER billing_party_of_account AFTER UPDATE OF name, email ON account
  FOR EACH ROW WHEN ((OLD.name, OLD.email) IS DISTINCT FROM (NEW.name, NEW.email))
  EXECUTE FUNCTION billing_party_of_account();
