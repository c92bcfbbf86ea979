-- Adds the entries with numbers above p_from, up to p_until, to the sums of their wallets. Called by rollup_step.
CREATE OR REPLACE FUNCTION rollup_wallets(p_from bigint, p_until bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO wallet_sum AS s (account_id, posted_micros)
    SELECT owner_id, sum(amount_micros) FROM ledger_entry WHERE account = 'wallet' AND id > p_from AND id <= p_until
     GROUP BY owner_id ORDER BY owner_id
  ON CONFLICT (account_id) DO UPDATE SET posted_micros = s.posted_micros + excluded.posted_micros
$$;
