-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "former_call_micros" BIGINT,
ADD COLUMN     "former_call_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "skill" ADD COLUMN     "former_call_micros" BIGINT,
ADD COLUMN     "former_call_until" TIMESTAMPTZ(3);

-- What a call has cost before its price rose, for a week: whoever names no price of their own has agreed to that one. A
-- subscription's calls cost nothing. Rises that follow each other within the week are one.
CREATE FUNCTION skill_former_price() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_before bigint := CASE OLD.pricing_type WHEN 'usage' THEN coalesce(OLD.price_per_call_micros, 0) ELSE 0 END;
  v_after bigint := CASE NEW.pricing_type WHEN 'usage' THEN coalesce(NEW.price_per_call_micros, 0) ELSE 0 END;
BEGIN
  IF v_after > v_before THEN
    NEW.former_call_micros := least(v_before, CASE WHEN OLD.former_call_until > now() THEN OLD.former_call_micros END);
    NEW.former_call_until := now() + interval '7 days';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER skill_former_price BEFORE UPDATE OF pricing_type, price_per_call_micros ON skill FOR EACH ROW
  WHEN (OLD.live_revision_id IS NOT NULL) EXECUTE FUNCTION skill_former_price();
