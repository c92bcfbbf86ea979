-- A developer's earnings: the balance, and what of it is still on hold. Adds the rolled-up days and the entries that
-- came since; the day in which the hold ends is counted sale by sale.
CREATE OR REPLACE FUNCTION earnings_sums(p_developer uuid, p_hold interval, OUT balance bigint, OUT held bigint)
  LANGUAGE sql STABLE AS $$
  WITH cursor AS (SELECT event_seq, now() - p_hold AS since FROM rollup_cursor WHERE name = 'earnings'),
  fresh AS (
    SELECT e.amount_micros AS net, t.source_type, t.source_id, e.created_at
      FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
     WHERE e.account = 'earnings' AND e.owner_id = p_developer AND e.id > (SELECT event_seq FROM cursor)),
  days AS (
    SELECT coalesce(sum(net_micros), 0) AS net,
        coalesce(sum(held_micros) FILTER (WHERE day > (SELECT utc_day(since) FROM cursor)), 0) AS held
      FROM earnings_day WHERE owner_id = p_developer),
  edge AS (
    SELECT coalesce(sum(e.amount_micros + coalesce(r.amount_micros, 0)), 0) AS held
      FROM ledger_entry e JOIN ledger_transaction s ON s.id = e.transaction_id
        LEFT JOIN ledger_transaction t ON s.source_type = 'purchase' AND t.source_type = 'refund'
          AND t.source_id = s.source_id
        LEFT JOIN ledger_entry r ON r.transaction_id = t.id AND r.account = 'earnings'
     WHERE e.account = 'earnings' AND e.owner_id = p_developer AND s.source_type IN ('purchase', 'hold')
       AND e.created_at > (SELECT since FROM cursor)
       AND e.created_at < ((SELECT utc_day(since) FROM cursor) + 1)::timestamp AT TIME ZONE 'UTC')
  SELECT (days.net + (SELECT coalesce(sum(net), 0) FROM fresh))::bigint,
    (days.held + edge.held
      + (SELECT coalesce(sum(net), 0) FROM fresh WHERE source_type IN ('purchase', 'hold')
      AND utc_day(created_at) > (SELECT utc_day(since) FROM cursor))
      + (SELECT coalesce(sum(f.net), 0) FROM fresh f JOIN ledger_transaction s ON s.source_type = 'purchase'
          AND s.source_id = f.source_id
          WHERE f.source_type = 'refund' AND utc_day(s.created_at) > (SELECT utc_day(since) FROM cursor)))::bigint
  FROM days, edge
$$;
