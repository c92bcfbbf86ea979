-- Posts a sale and returns its fee. The charge of a call has the id of its hold, whatever p_id is: so the primary key
-- lets it post once, and `wallet_follow_entry` finds the hold; its number is not rolled up. `p_fee_bps` is null but in
-- processes of the former release, whose environment could set a fee.
CREATE OR REPLACE FUNCTION ledger_post_sale(p_id uuid, p_kind text, p_source_type text,
  p_source_id text, p_subject text,
  p_buyer uuid, p_developer uuid, p_price bigint, p_fee_bps int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE v_fee bigint;
BEGIN
  IF p_price = 0 THEN RETURN 0; END IF;
  IF p_source_type = 'hold' THEN p_id := p_source_id::uuid; END IF;
  v_fee := marketplace_fee(p_price, fee_bps_of(p_developer, p_fee_bps));
  WITH posted AS (
    INSERT INTO ledger_transaction (id, kind, source_type, source_id, subject, event_seq)
      VALUES (p_id, p_kind, p_source_type, p_source_id, p_subject,
      CASE WHEN p_source_type <> 'hold' AND pg_current_xact_id() IS NOT NULL THEN nextval('event_seq') END))
  INSERT INTO ledger_entry (transaction_id, account, owner_id, amount_micros)
    SELECT p_id, e.account, e.owner_id, e.amount
    FROM (VALUES ('wallet', p_buyer, -p_price), ('earnings', p_developer, p_price - v_fee),
      ('fees', NULL::uuid, v_fee)) AS e (account, owner_id, amount)
    WHERE e.amount <> 0;
  RETURN v_fee;
END $$;
