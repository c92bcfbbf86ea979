/** The calls of each skill and hour of a span: from its usage records, with the fees that their sales paid. */
export const CALLS = `
  WITH recent AS (
    SELECT u.skill_id, date_trunc('hour', u.created_at) AS hour, u.kind, u.status, u.cost_micros, u.duration_ms, u.error_code,
      CASE WHEN u.cost_micros > 0 THEN (
        SELECT e.amount_micros FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id AND e.account = 'fees'
         WHERE t.source_type = 'hold' AND t.source_id = u.hold_id::text) END AS fee_micros
      FROM usage_record u WHERE u.created_at >= $1 AND u.created_at < $2),
  errors AS (
    SELECT skill_id, hour, jsonb_object_agg(code, n) AS errors FROM (
      SELECT skill_id, hour, coalesce(error_code, 'unknown') AS code, count(*) AS n
        FROM recent WHERE status = 'failed' GROUP BY 1, 2, 3) AS counted GROUP BY 1, 2)
  INSERT INTO skill_stats_hour AS h (skill_id, hour, calls, downloads, failures, errors, latency, call_micros, call_fee_micros)
    SELECT r.skill_id, r.hour, count(*) FILTER (WHERE r.status = 'succeeded' AND r.kind = 'execute'),
      count(*) FILTER (WHERE r.status = 'succeeded' AND r.kind = 'download'), count(*) FILTER (WHERE r.status = 'failed'),
      coalesce(e.errors, '{}'),
      coalesce(latency_counts(array_agg(r.duration_ms) FILTER (WHERE r.status = 'succeeded' AND r.kind = 'execute')), '{}'),
      sum(r.cost_micros), coalesce(sum(r.fee_micros), 0)
    FROM recent r LEFT JOIN errors e USING (skill_id, hour) GROUP BY r.skill_id, r.hour, e.errors ORDER BY 1, 2
  ON CONFLICT (skill_id, hour) DO UPDATE SET calls = excluded.calls, downloads = excluded.downloads,
    failures = excluded.failures, errors = excluded.errors, latency = excluded.latency, call_micros = excluded.call_micros,
    call_fee_micros = excluded.call_fee_micros`;

/** The subscriptions sold of each skill and hour of a span, less what was given back, from the ledger. */
export const SALES = `
  WITH sold AS (
    SELECT s.id AS skill_id, date_trunc('hour', t.created_at) AS hour, t.source_type, t.id,
      sum(e.amount_micros) FILTER (WHERE e.account IN ('earnings', 'fees')) AS paid, sum(e.amount_micros) FILTER (WHERE e.account = 'fees') AS fee
      FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN skill s ON s.slug = t.subject
     WHERE t.source_type IN ('purchase', 'refund') AND t.created_at >= $1 AND t.created_at < $2 GROUP BY 1, 2, 3, 4)
  INSERT INTO skill_stats_hour AS h (skill_id, hour, sales, sale_micros, sale_fee_micros)
    SELECT skill_id, hour, count(*) FILTER (WHERE source_type = 'purchase'), coalesce(sum(paid), 0), coalesce(sum(fee), 0)
      FROM sold GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (skill_id, hour) DO UPDATE SET sales = excluded.sales, sale_micros = excluded.sale_micros,
    sale_fee_micros = excluded.sale_fee_micros`;

/** Who called each skill on the days of a span. */
export const CALLERS = `
  INSERT INTO skill_caller_day (skill_id, day, account_id)
    SELECT DISTINCT skill_id, (created_at AT TIME ZONE 'UTC')::date, account_id FROM usage_record
     WHERE created_at >= $1 AND created_at < $2 ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING`;

/** The days that a span touches, added up from their hours. */
export const DAYS = `
  INSERT INTO skill_stats_day AS d (skill_id, day, calls, downloads, failures, errors, latency, call_micros, call_fee_micros,
      sales, sale_micros, sale_fee_micros)
    SELECT skill_id, (hour AT TIME ZONE 'UTC')::date, sum(calls), sum(downloads), sum(failures), errors_sum(errors),
      latency_sum(latency), sum(call_micros), sum(call_fee_micros), sum(sales), sum(sale_micros), sum(sale_fee_micros)
    FROM skill_stats_hour WHERE hour >= date_trunc('day', $1::timestamptz, 'UTC') AND hour < date_trunc('day', $2::timestamptz, 'UTC') + interval '1 day'
    GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (skill_id, day) DO UPDATE SET calls = excluded.calls, downloads = excluded.downloads,
    failures = excluded.failures, errors = excluded.errors, latency = excluded.latency, call_micros = excluded.call_micros,
    call_fee_micros = excluded.call_fee_micros, sales = excluded.sales, sale_micros = excluded.sale_micros,
    sale_fee_micros = excluded.sale_fee_micros`;

/** Where to begin: an hour before the last round, or with the first record there is. */
export const BEGIN = `
  SELECT date_trunc('hour', coalesce(
    (SELECT done_at - make_interval(mins => $1) FROM rollup_mark WHERE name = 'figures'),
    least((SELECT min(created_at) FROM usage_record), (SELECT min(created_at) FROM ledger_transaction
      WHERE source_type IN ('purchase', 'refund'))), now())) AS "from", now() AS "until"`;
