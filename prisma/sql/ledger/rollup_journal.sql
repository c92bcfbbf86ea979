-- Adds the entries with numbers above p_from, up to p_until, to the days of the journal. Called by rollup_step.
CREATE OR REPLACE FUNCTION rollup_journal(p_from bigint, p_until bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_day AS d (day, kind, account, debit_micros, credit_micros, entries)
    SELECT utc_day(e.created_at) AS day, t.kind, e.account,
        coalesce(sum(-e.amount_micros) FILTER (WHERE e.amount_micros < 0), 0),
        coalesce(sum(e.amount_micros) FILTER (WHERE e.amount_micros > 0), 0), count(*)
      FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
     WHERE e.id > p_from AND e.id <= p_until GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, kind, account) DO UPDATE SET debit_micros = d.debit_micros + excluded.debit_micros,
    credit_micros = d.credit_micros + excluded.credit_micros, entries = d.entries + excluded.entries
$$;
