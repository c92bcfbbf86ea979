-- A top-up that was paid: its credits are posted in the same transaction.
CREATE OR REPLACE FUNCTION webhook_of_topup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_emit(NEW.account_id, 'topup.completed', jsonb_build_object('order_id', NEW.id,
    'credits', NEW.credits_micros / 1000000.0, 'amount', NEW.amount_cents / 100.0, 'currency', NEW.currency,
    'automatic', NEW.automatic));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_of_topup AFTER UPDATE ON topup_order FOR EACH ROW
  WHEN (NEW.state = 'paid' AND OLD.state <> 'paid') EXECUTE FUNCTION webhook_of_topup();
