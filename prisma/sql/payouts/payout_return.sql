-- Raises the returned amount of a payout to a total and posts the difference: once, however often it is called.
-- With p_attempt only the newest attempt may say so. Returns whether anything changed.
CREATE OR REPLACE FUNCTION payout_return(p_payout uuid, p_transaction_id uuid, p_total bigint, p_attempt int,
  p_failure text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v payout; v_total bigint;
BEGIN
  SELECT * INTO v FROM payout WHERE id = p_payout FOR UPDATE;
  IF NOT FOUND OR (p_attempt IS NOT NULL AND v.attempts <> p_attempt) THEN RETURN false; END IF;
  v_total := least(p_total, v.amount_micros);
  IF v_total > v.returned_micros THEN
    PERFORM ledger_post(p_transaction_id, 'payout_returned', 'payout_return', v.id || ':' || v_total, NULL,
      ARRAY['earnings', 'processor'],
      ARRAY[v.developer_id, NULL], ARRAY[v_total - v.returned_micros, v.returned_micros - v_total]);
  ELSIF v.state = 'failed' OR v_total < v.amount_micros THEN
    RETURN false;
  END IF;
  UPDATE payout SET returned_micros = greatest(returned_micros, v_total), failure = coalesce(failure, p_failure),
    state = CASE WHEN v_total = amount_micros THEN 'failed' ELSE state END,
    ended_at = CASE WHEN v_total = amount_micros THEN now() ELSE ended_at END
    WHERE id = v.id;
  RETURN true;
END $$;
