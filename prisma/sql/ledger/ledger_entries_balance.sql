-- The entries of a transaction sum to zero and are inserted together, with at most one of a wallet; none is added
-- later. Earlier entries and the transaction are looked up by id. With NOT EXISTS, a plan that was made while the
-- ledger was nearly empty read all of it with every statement, for as long as its connection lasted.
CREATE OR REPLACE FUNCTION ledger_entries_balance() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE v_transaction uuid; v_sum numeric; v_is_there boolean;
BEGIN
  SELECT a.transaction_id, sum(a.amount_micros), (SELECT t.id FROM ledger_transaction t WHERE t.id = a.transaction_id)
      IS NOT NULL INTO v_transaction, v_sum, v_is_there FROM added a GROUP BY a.transaction_id
    HAVING sum(a.amount_micros) <> 0 OR count(*) FILTER (WHERE a.account = 'wallet') > 1
      OR (SELECT t.id FROM ledger_transaction t WHERE t.id = a.transaction_id) IS NULL
      OR (SELECT e.id FROM ledger_entry e WHERE e.transaction_id = a.transaction_id AND e.id < min(a.id) LIMIT 1)
        IS NOT NULL
    LIMIT 1;
  IF v_sum <> 0 THEN
    RAISE EXCEPTION 'the entries of transaction % do not sum to zero', v_transaction USING ERRCODE = 'check_violation';
  ELSIF NOT v_is_there THEN
    RAISE EXCEPTION 'there is no transaction %', v_transaction USING ERRCODE = 'foreign_key_violation';
  ELSIF FOUND THEN
    RAISE EXCEPTION 'transaction % has entries already, or entries of several wallets', v_transaction
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_balance();
