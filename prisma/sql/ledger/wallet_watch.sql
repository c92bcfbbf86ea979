-- A balance that falls below a threshold raises its flag, whatever moved the credits; one that is above again lowers
-- it. The notification is due when the balance crosses its threshold; the top-up with every movement below, so that a
-- refused one is retried.
CREATE OR REPLACE FUNCTION wallet_watch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.notice_below_micros IS NULL OR NEW.posted_micros >= NEW.notice_below_micros THEN
    NEW.notice_due := false;
  ELSIF OLD.notice_below_micros IS NULL OR OLD.posted_micros >= OLD.notice_below_micros THEN
    NEW.notice_due := true;
  END IF;
  IF NEW.topup_below_micros IS NULL OR NEW.posted_micros >= NEW.topup_below_micros THEN
    NEW.topup_due := false;
  ELSIF NEW.posted_micros <> OLD.posted_micros OR NEW.topup_below_micros IS DISTINCT FROM OLD.topup_below_micros THEN
    NEW.topup_due := true;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER wallet_watch BEFORE UPDATE ON wallet FOR EACH ROW
  WHEN (coalesce(NEW.notice_below_micros, NEW.topup_below_micros, OLD.notice_below_micros,
  OLD.topup_below_micros) IS NOT NULL)
  EXECUTE FUNCTION wallet_watch();
