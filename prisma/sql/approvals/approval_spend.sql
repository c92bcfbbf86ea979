-- Charges an amount to an approval, or gives it back when it is negative; nothing without one. The caller holds the
-- wallet's lock.
CREATE OR REPLACE FUNCTION approval_spend(p_approval uuid, p_amount bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_approval IS NULL OR p_amount = 0 THEN RETURN; END IF;
  UPDATE approval SET left_micros = left_micros - p_amount WHERE id = p_approval;
END $$;
