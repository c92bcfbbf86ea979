-- A balance that falls below a threshold raises its flag, whatever moved the credits; one that is above again lowers
-- it. The notification is due when the balance crosses its threshold; the top-up with every movement below, so that a
-- refused one is retried. The trigger runs after the update: before it, the row would be locked again, which is logged.
CREATE OR REPLACE FUNCTION wallet_watch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_notice boolean := NEW.notice_due; v_topup boolean := NEW.topup_due;
BEGIN
  IF NEW.notice_below_micros IS NULL OR NEW.posted_micros >= NEW.notice_below_micros THEN
    v_notice := false;
  ELSIF OLD.notice_below_micros IS NULL OR OLD.posted_micros >= OLD.notice_below_micros THEN
    v_notice := true;
  END IF;
  IF NEW.topup_below_micros IS NULL OR NEW.posted_micros >= NEW.topup_below_micros THEN
    v_topup := false;
  ELSIF NEW.posted_micros <> OLD.posted_micros OR NEW.topup_below_micros IS DISTINCT FROM OLD.topup_below_micros THEN
    v_topup := true;
  END IF;
  IF (v_notice, v_topup) <> (NEW.notice_due, NEW.topup_due) THEN
    UPDATE wallet SET notice_due = v_notice, topup_due = v_topup WHERE account_id = NEW.account_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER wallet_watch AFTER UPDATE ON wallet FOR EACH ROW
  WHEN (coalesce(NEW.notice_below_micros, NEW.topup_below_micros, OLD.notice_below_micros,
  OLD.topup_below_micros) IS NOT NULL)
  EXECUTE FUNCTION wallet_watch();
