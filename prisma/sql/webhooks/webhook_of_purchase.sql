-- Events of purchases, for the buyer and, without the buyer's name, for the developer.
CREATE OR REPLACE FUNCTION webhook_of_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_type text; v_data jsonb;
BEGIN
  v_type := CASE
    WHEN TG_OP = 'INSERT' THEN 'purchase.created'
    WHEN NEW.refunded_micros > OLD.refunded_micros THEN 'purchase.refunded'
    WHEN NEW.term > OLD.term THEN 'purchase.renewed'
    WHEN NEW.status = 'expired' AND OLD.status = 'active' THEN 'purchase.lapsed'
  END;
  IF v_type IS NULL THEN RETURN NULL; END IF;
  v_data := jsonb_build_object('purchase_id', NEW.id, 'skill', (SELECT slug FROM skill WHERE id = NEW.skill_id),
    'price', NEW.price_micros / 1000000.0, 'interval', NEW.interval,
    'plan', NEW.plan, 'replaces', NEW.replaces_id, 'status', NEW.status,
    'current_period_end', to_char(NEW.current_period_end AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'refunded', NEW.refunded_micros / 1000000.0);
  PERFORM webhook_emit(NEW.buyer_id, v_type, v_data || '{"role":"buyer"}');
  PERFORM webhook_emit(NEW.developer_id, v_type, v_data || '{"role":"developer"}');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_of_purchase AFTER INSERT OR UPDATE ON purchase FOR EACH ROW
  EXECUTE FUNCTION webhook_of_purchase();
