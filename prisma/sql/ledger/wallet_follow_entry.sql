-- A call's charge has the id of its hold and releases it: one update changes both the posted and the held credits. The
-- charge must equal the captured amount, and is posted once (`ledger_entries_balance`).
CREATE OR REPLACE FUNCTION wallet_follow_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_held bigint; v_fits boolean;
BEGIN
  SELECT coalesce(reserved_micros, amount_micros),
      state = 'captured' AND amount_micros = -NEW.amount_micros
    INTO v_held, v_fits FROM hold WHERE id = NEW.transaction_id AND account_id = NEW.owner_id;
  IF NOT v_fits THEN
    RAISE EXCEPTION 'the charge of call % differs from its captured hold', NEW.transaction_id
      USING ERRCODE = 'check_violation';
  END IF;
  UPDATE wallet SET posted_micros = posted_micros + NEW.amount_micros, held_micros = held_micros - coalesce(v_held, 0)
    WHERE account_id = NEW.owner_id RETURNING posted_micros INTO STRICT NEW.balance_after_micros;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER wallet_follow_entry BEFORE INSERT ON ledger_entry FOR EACH ROW WHEN (NEW.account = 'wallet')
  EXECUTE FUNCTION wallet_follow_entry();
