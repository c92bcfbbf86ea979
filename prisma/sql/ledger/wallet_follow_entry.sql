CREATE OR REPLACE FUNCTION wallet_follow_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet SET posted_micros = posted_micros + NEW.amount_micros WHERE account_id = NEW.owner_id
    RETURNING posted_micros INTO STRICT NEW.balance_after_micros;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER wallet_follow_entry BEFORE INSERT ON ledger_entry FOR EACH ROW WHEN (NEW.account = 'wallet')
  EXECUTE FUNCTION wallet_follow_entry();
