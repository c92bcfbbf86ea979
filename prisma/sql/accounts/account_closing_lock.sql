-- Has whatever could change what stands in the way of closing an account wait for the end of the transaction. The locks come as
-- everywhere: payout account, wallet, skills, listings. Whoever edits, approves or suspends a skill has its lock before that of
-- its listing.
CREATE OR REPLACE FUNCTION account_closing_lock(p_account uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM payout_account WHERE account_id = p_account FOR UPDATE;
  PERFORM 1 FROM wallet WHERE account_id = p_account FOR UPDATE;
  PERFORM 1 FROM skill WHERE owner_id = p_account ORDER BY id FOR UPDATE;
  PERFORM 1 FROM listing WHERE owner_id = p_account ORDER BY skill_id FOR UPDATE;
END $$;
