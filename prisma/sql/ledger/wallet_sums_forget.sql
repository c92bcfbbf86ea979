-- Begins the sums anew, so that they are held against every entry.
CREATE OR REPLACE FUNCTION wallet_sums_forget() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM invariant_mark WHERE name = 'sums of wallets' FOR UPDATE;
  DELETE FROM wallet_sum;
  UPDATE invariant_mark SET entry_id = 0 WHERE name = 'sums of wallets';
END $$;
