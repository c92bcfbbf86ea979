-- Adds the entries with numbers above p_from, up to p_until, to the days of their developers. Called by rollup_step.
CREATE OR REPLACE FUNCTION rollup_earnings(p_from bigint, p_until bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH fresh AS (
    SELECT e.owner_id, e.created_at, e.amount_micros AS net, t.source_type, t.source_id,
        coalesce((SELECT sum(f.amount_micros) FROM ledger_entry f WHERE f.transaction_id = e.transaction_id
        AND f.account = 'fees'), 0) AS fee
      FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
     WHERE e.account = 'earnings' AND e.id > p_from AND e.id <= p_until),
  moved AS (
    SELECT owner_id, utc_day(created_at) AS day,
        CASE WHEN source_type IN ('purchase', 'hold') THEN net + fee ELSE 0 END AS sales,
        CASE WHEN source_type NOT IN ('purchase', 'hold', 'payout', 'payout_return') THEN net + fee
        ELSE 0 END AS refunds,
        CASE WHEN source_type NOT IN ('payout', 'payout_return') THEN fee ELSE 0 END AS fees,
        CASE WHEN source_type IN ('payout', 'payout_return') THEN net ELSE 0 END AS payouts,
        net, CASE WHEN source_type IN ('purchase', 'hold') THEN net ELSE 0 END AS held
      FROM fresh
    UNION ALL
    SELECT f.owner_id, utc_day(s.created_at), 0, 0, 0, 0, 0, f.net
      FROM fresh f JOIN ledger_transaction s ON s.source_type = 'purchase' AND s.source_id = f.source_id
        WHERE f.source_type = 'refund')
  INSERT INTO earnings_day AS d (owner_id, day, sales_micros, refunds_micros, fees_micros, payouts_micros,
    net_micros, held_micros)
    SELECT owner_id, day, sum(sales), sum(refunds), sum(fees), sum(payouts), sum(net), sum(held) FROM moved
     GROUP BY owner_id, day ORDER BY owner_id, day
  ON CONFLICT (owner_id, day) DO UPDATE SET sales_micros = d.sales_micros + excluded.sales_micros,
    refunds_micros = d.refunds_micros + excluded.refunds_micros, fees_micros = d.fees_micros + excluded.fees_micros,
    payouts_micros = d.payouts_micros + excluded.payouts_micros, net_micros = d.net_micros + excluded.net_micros,
    held_micros = d.held_micros + excluded.held_micros;
END $$;
