-- Whether an account has paid: it has topped up, and not all of that went back to its card, or the operator gave it
-- credits. What other accounts do makes no skill popular.
CREATE OR REPLACE FUNCTION is_paying(p_account uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM topup_order WHERE account_id = p_account AND state = 'paid'
    AND reversed_micros < credits_micros)
    OR EXISTS (SELECT FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
      AND t.source_type = 'grant'
      WHERE e.account = 'wallet' AND e.owner_id = p_account AND e.amount_micros > 0);
END $$;
