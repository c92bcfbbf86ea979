-- A captured hold with a charge is released when the charge is posted, by the same update (`wallet_follow_entry`). The
-- trigger runs after the change: one that runs before it would lock the row again, and that would be logged.
CREATE OR REPLACE FUNCTION wallet_follow_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'held' THEN RAISE EXCEPTION 'a hold begins as held' USING ERRCODE = 'check_violation'; END IF;
    IF NEW.amount_micros > 0 THEN
      UPDATE wallet SET held_micros = held_micros + NEW.amount_micros WHERE account_id = NEW.account_id;
    END IF;
  ELSE
    -- Only a captured hold may be charged less than was held.
    IF OLD.state <> 'held' OR NEW.state = 'held'
      OR (OLD.account_id, OLD.free) IS DISTINCT FROM (NEW.account_id, NEW.free)
      OR NEW.amount_micros <> OLD.amount_micros AND NOT (NEW.state = 'captured'
        AND NEW.amount_micros BETWEEN 0 AND OLD.amount_micros AND NEW.reserved_micros = OLD.amount_micros) THEN
      RAISE EXCEPTION 'a hold moves once, from held to captured or released' USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.amount_micros > 0 AND (NEW.state = 'released' OR NEW.amount_micros = 0) THEN
      UPDATE wallet SET held_micros = held_micros - OLD.amount_micros WHERE account_id = OLD.account_id;
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER wallet_follow_hold AFTER INSERT OR UPDATE ON hold FOR EACH ROW
  EXECUTE FUNCTION wallet_follow_hold();
