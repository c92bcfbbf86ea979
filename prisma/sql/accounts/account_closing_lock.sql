-- Locks everything that could change whether an account may be closed, until the end of the transaction, in the lock
-- order of prisma/sql/README.md.
CREATE OR REPLACE FUNCTION account_closing_lock(p_account uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM payout_account WHERE account_id = p_account FOR UPDATE;
  PERFORM 1 FROM wallet WHERE account_id = p_account FOR UPDATE;
  PERFORM 1 FROM skill WHERE owner_id = p_account ORDER BY id FOR UPDATE;
  PERFORM 1 FROM listing WHERE owner_id = p_account ORDER BY skill_id FOR UPDATE;
END $$;
