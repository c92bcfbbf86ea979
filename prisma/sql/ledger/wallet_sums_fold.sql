-- Adds at most p_most entries after the mark to the sums of their wallets, and moves the mark: one transaction, one at a time.
-- It goes as far as the days of earnings go, below which every transaction that posts has ended. Returns over how many numbers.
CREATE OR REPLACE FUNCTION wallet_sums_fold(p_most bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE v_from bigint; v_until bigint;
BEGIN
  SELECT entry_id INTO STRICT v_from FROM invariant_mark WHERE name = 'sums of wallets' FOR UPDATE;
  v_until := least((SELECT entry_id FROM earnings_mark WHERE name = 'days'), v_from + p_most);
  IF v_until IS NULL OR v_until <= v_from THEN RETURN 0; END IF;
  INSERT INTO wallet_sum AS s (account_id, posted_micros)
    SELECT owner_id, sum(amount_micros) FROM ledger_entry WHERE account = 'wallet' AND id > v_from AND id <= v_until
     GROUP BY owner_id ORDER BY owner_id
  ON CONFLICT (account_id) DO UPDATE SET posted_micros = s.posted_micros + excluded.posted_micros;
  UPDATE invariant_mark SET entry_id = v_until WHERE name = 'sums of wallets';
  RETURN v_until - v_from;
END $$;
