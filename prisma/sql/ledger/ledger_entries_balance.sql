-- Whether an entry has its transaction is looked up by id. With NOT EXISTS, a plan that was made while the ledger was
-- nearly empty read all of it with every statement, for as long as its connection lasted.
CREATE OR REPLACE FUNCTION ledger_entries_balance() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE v_transaction uuid; v_sum numeric;
BEGIN
  SELECT a.transaction_id, sum(a.amount_micros) INTO v_transaction, v_sum FROM added a GROUP BY a.transaction_id
    HAVING sum(a.amount_micros) <> 0 OR (SELECT t.id FROM ledger_transaction t WHERE t.id = a.transaction_id) IS NULL
    LIMIT 1;
  IF v_sum <> 0 THEN
    RAISE EXCEPTION 'the entries of transaction % do not sum to zero', v_transaction USING ERRCODE = 'check_violation';
  ELSIF FOUND THEN
    RAISE EXCEPTION 'there is no transaction %', v_transaction USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_balance();
