-- Any other movement: balanced entries under one source. Returns false, and does nothing, when the source has posted
-- before.
CREATE OR REPLACE FUNCTION ledger_post(p_id uuid, p_kind text, p_source_type text, p_source_id text, p_subject text,
  p_accounts text[], p_owners uuid[], p_amounts bigint[]) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_transaction (id, kind, source_type, source_id, subject)
    VALUES (p_id, p_kind, p_source_type, p_source_id, p_subject)
    ON CONFLICT (source_type, source_id) WHERE source_type <> 'hold' OR source_id <> id::text DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO ledger_entry (transaction_id, account, owner_id, amount_micros)
    SELECT p_id, account, owner_id, amount FROM unnest(p_accounts, p_owners, p_amounts) AS e (account, owner_id, amount)
      WHERE amount <> 0;
  RETURN true;
END $$;
