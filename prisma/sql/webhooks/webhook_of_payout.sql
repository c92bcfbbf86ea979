-- A payout on its way to the bank, there, or turned back.
CREATE OR REPLACE FUNCTION webhook_of_payout() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_type text;
BEGIN
  v_type := CASE
    WHEN NEW.state IS DISTINCT FROM OLD.state AND NEW.state IN ('paid', 'failed') THEN 'payout.' || NEW.state
    WHEN NEW.bank_payout_id IS NOT NULL AND OLD.bank_payout_id IS NULL AND NEW.state <> 'failed' THEN 'payout.sent'
  END;
  IF v_type IS NULL THEN RETURN NULL; END IF;
  PERFORM webhook_emit(NEW.developer_id, v_type, jsonb_strip_nulls(jsonb_build_object('payout_id', NEW.id,
    'amount', NEW.amount_micros / 1000000.0, 'currency', 'usd', 'failure', NEW.failure)));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_of_payout AFTER UPDATE ON payout FOR EACH ROW EXECUTE FUNCTION webhook_of_payout();
