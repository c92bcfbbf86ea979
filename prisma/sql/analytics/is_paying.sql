-- Whether an account has ever had credits: it bought some, or the operator gave it some. What accounts without any do
-- makes no skill popular.
CREATE OR REPLACE FUNCTION is_paying(p_account uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM ledger_entry WHERE account = 'wallet' AND owner_id = p_account
    AND amount_micros > 0);
END $$;
