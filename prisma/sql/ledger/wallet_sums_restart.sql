-- Starts the sums of wallets anew, so that a full check compares them with every entry. Locks the cursor first, as
-- rollup_step.
CREATE OR REPLACE FUNCTION wallet_sums_restart() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE rollup_cursor SET event_seq = 0 WHERE name = 'wallets';
  DELETE FROM wallet_sum;
END $$;
