-- Adds the events with numbers above p_from, up to p_until, to the analytics of their skills and days and to the usage
-- of their accounts. Called by rollup_step. A customer is anybody but a related account; what buyers go by counts only
-- those of account_counts. A failure is the skill's only if its endpoint failed: not if it refused the parameters, and
-- not if we gave up.
CREATE OR REPLACE FUNCTION rollup_analytics(p_from bigint, p_until bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM activity_add(p_from, p_until);
  WITH related AS MATERIALIZED (
    SELECT developer_id, related_accounts(developer_id) AS ids FROM (
      SELECT DISTINCT developer_id FROM usage_record WHERE event_seq > p_from AND event_seq <= p_until) AS sellers),
  counting AS MATERIALIZED (
    SELECT account_id, developer_id, account_counts(account_id, k.ids) AS is_counted FROM (
      SELECT DISTINCT account_id, developer_id FROM usage_record WHERE event_seq > p_from AND event_seq <= p_until) AS u
        JOIN related k USING (developer_id)),
  fresh AS MATERIALIZED (
    SELECT u.skill_id, u.skill_slug, utc_day(u.created_at) AS day, date_trunc('hour', u.created_at, 'UTC') AS hour,
        u.account_id, u.kind, u.status = 'succeeded' AS is_success, u.cost_micros,
        u.duration_ms, u.created_at, coalesce(u.error_code, 'unknown') AS code,
        u.account_id <> ALL(k.ids) AND u.status = 'failed'
        AND u.error_code IN ('upstream_failed', 'upstream_timeout', 'response_invalid') AS is_skills_failure,
        u.account_id <> ALL(k.ids) AS is_customer, c.is_counted,
        -- The charges of former releases have another id than their hold's.
        CASE WHEN u.cost_micros > 0 THEN (
          SELECT e.amount_micros FROM ledger_entry e WHERE e.account = 'fees' AND e.transaction_id = coalesce((
            SELECT t.id FROM ledger_transaction t WHERE t.source_type = 'hold' AND t.source_id = u.hold_id::text
              AND t.source_id <> t.id::text), u.hold_id)) END AS fee
      FROM usage_record u JOIN related k USING (developer_id) JOIN counting c USING (developer_id, account_id)
     WHERE u.event_seq > p_from AND u.event_seq <= p_until),
  errors AS (
    SELECT skill_id, day, jsonb_object_agg(code, n) AS errors FROM (
      SELECT skill_id, day, code, count(*) AS n FROM fresh WHERE NOT is_success GROUP BY 1, 2, 3) AS counted
        GROUP BY 1, 2),
  sold AS (
    SELECT p.skill_id, utc_day(t.created_at) AS day, t.source_type, t.id,
        CASE WHEN t.source_type = 'refund' THEN NOT EXISTS (SELECT FROM purchase n WHERE n.replaces_id = p.id)
          AND account_counts(p.buyer_id, related_accounts(p.developer_id)) END AS is_counted_refund,
        coalesce(sum(e.amount_micros) FILTER (WHERE e.account IN ('earnings', 'fees')), 0) AS paid,
        coalesce(sum(e.amount_micros) FILTER (WHERE e.account = 'fees'), 0) AS fee
      FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
        JOIN purchase p ON p.id = split_part(t.source_id, ':', 1)::uuid
     WHERE t.source_type IN ('purchase', 'refund') AND t.event_seq > p_from AND t.event_seq <= p_until
       GROUP BY 1, 2, 3, 4, p.id),
  callers AS (
    INSERT INTO skill_caller_day AS c (skill_id, day, account_id, is_paying)
      SELECT skill_id, day, account_id, bool_or(cost_micros > 0) FROM fresh WHERE is_success GROUP BY 1, 2, 3
      ORDER BY 1, 2, 3
    ON CONFLICT (skill_id, day, account_id) DO UPDATE SET is_paying = true WHERE excluded.is_paying
      AND NOT c.is_paying),
  used_by AS (
    INSERT INTO account_usage_hour AS h (account_id, hour, skill_slug, calls, failed, cost_micros)
      SELECT account_id, hour, skill_slug, count(*), count(*) FILTER (WHERE NOT is_success), sum(cost_micros)
        FROM fresh GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, hour, skill_slug) DO UPDATE SET calls = h.calls + excluded.calls,
      failed = h.failed + excluded.failed, cost_micros = h.cost_micros + excluded.cost_micros),
  parts AS (
    SELECT skill_id, day, count(*) FILTER (WHERE is_success AND kind = 'execute') AS calls,
        count(*) FILTER (WHERE is_success AND kind = 'download') AS downloads,
        count(*) FILTER (WHERE NOT is_success) AS failures,
        '{}'::jsonb AS errors,
        coalesce(latency_counts(array_agg(duration_ms) FILTER (WHERE is_success AND kind = 'execute')),
        '{}') AS latency,
        sum(cost_micros) AS call_micros, coalesce(sum(fee), 0) AS call_fee, 0 AS sales, 0 AS sale_micros, 0 AS sale_fee,
        count(*) FILTER (WHERE is_success AND is_customer) AS customer_calls, 0 AS purchases,
        count(*) FILTER (WHERE is_skills_failure) AS customer_failures,
        count(*) FILTER (WHERE is_counted AND code = 'upstream_refused') AS caller_errors,
        coalesce(latency_counts(array_agg(duration_ms) FILTER (WHERE is_success AND kind = 'execute' AND is_counted)),
        '{}') AS customer_latency, max(created_at) FILTER (WHERE is_skills_failure AND is_counted) AS failed_at,
        0 AS refunds, count(*) FILTER (WHERE is_success AND is_counted) AS counted_calls,
        count(*) FILTER (WHERE is_skills_failure AND is_counted) AS counted_failures
      FROM fresh GROUP BY 1, 2
    UNION ALL SELECT skill_id, day, 0, 0, 0, errors, '{}', 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', NULL, 0, 0, 0
      FROM errors
    UNION ALL SELECT skill_id, day, 0, 0, 0, '{}', '{}', 0, 0, count(*) FILTER (WHERE source_type = 'purchase'),
        sum(paid), sum(fee), 0, 0, 0, 0, '{}', NULL, count(*) FILTER (WHERE is_counted_refund), 0, 0
      FROM sold GROUP BY 1, 2
    UNION ALL SELECT skill_id, utc_day(started_at), 0, 0, 0, '{}', '{}', 0, 0, 0, 0, 0, 0, count(*), 0, 0, '{}', NULL,
        0, 0, 0
      FROM purchase WHERE event_seq > p_from AND event_seq <= p_until AND trial_days = 0
        AND (replaces_id IS NULL OR (SELECT term = 0 FROM purchase o WHERE o.id = purchase.replaces_id))
        AND account_counts(buyer_id, related_accounts(developer_id)) GROUP BY 1, 2
    -- A trial is a purchase once it is charged.
    UNION ALL SELECT p.skill_id, utc_day(t.created_at), 0, 0, 0, '{}', '{}', 0, 0, 0, 0, 0, 0, count(*), 0, 0, '{}',
        NULL, 0, 0, 0
      FROM ledger_transaction t JOIN purchase p ON p.id = split_part(t.source_id, ':', 1)::uuid AND p.trial_days > 0
        AND account_counts(p.buyer_id, related_accounts(p.developer_id))
     WHERE t.source_type = 'purchase' AND t.source_id LIKE '%:1' AND t.event_seq > p_from AND t.event_seq <= p_until
       GROUP BY 1, 2),
  moved AS MATERIALIZED (
    SELECT skill_id, day, sum(calls) AS calls, sum(downloads) AS downloads, sum(failures) AS failures,
        errors_sum(errors) AS errors,
        latency_sum(latency) AS latency, sum(call_micros) AS call_micros, sum(call_fee) AS call_fee,
        sum(sales) AS sales,
        sum(sale_micros) AS sale_micros, sum(sale_fee) AS sale_fee, sum(customer_calls) AS customer_calls,
        sum(purchases) AS purchases, sum(customer_failures) AS customer_failures, sum(caller_errors) AS caller_errors,
        latency_sum(customer_latency) AS customer_latency, max(failed_at) AS failed_at, sum(refunds) AS refunds,
        sum(counted_calls) AS counted_calls, sum(counted_failures) AS counted_failures
      FROM parts GROUP BY 1, 2),
  used AS (
    INSERT INTO skill_use AS u (skill_id, calls, purchases)
      SELECT skill_id, sum(customer_calls), sum(purchases) FROM moved GROUP BY 1
      HAVING sum(customer_calls + purchases) > 0 ORDER BY 1
    ON CONFLICT (skill_id) DO UPDATE SET calls = u.calls + excluded.calls, purchases = u.purchases + excluded.purchases,
      changes = u.changes + 1),
  counted AS (
    INSERT INTO call_day AS c (day, calls) SELECT day, sum(calls + downloads) FROM moved GROUP BY 1
      HAVING sum(calls + downloads) > 0 ORDER BY 1
    ON CONFLICT (day) DO UPDATE SET calls = c.calls + excluded.calls),
  trusted AS (
    INSERT INTO skill_trust AS t (skill_id) SELECT DISTINCT skill_id FROM moved ORDER BY 1
    ON CONFLICT (skill_id) DO UPDATE SET changes = t.changes + 1)
  INSERT INTO skill_stats_day AS d (skill_id, day, calls, downloads, failures, errors, latency, call_micros,
      call_fee_micros, sales,
      sale_micros, sale_fee_micros, customer_calls, purchases, customer_failures, caller_errors, customer_latency,
      failed_at, refunds, counted_calls, counted_failures)
    SELECT * FROM moved ORDER BY skill_id, day
  ON CONFLICT (skill_id, day) DO UPDATE SET calls = d.calls + excluded.calls,
    downloads = d.downloads + excluded.downloads,
    failures = d.failures + excluded.failures, errors = errors_add(d.errors, excluded.errors),
    latency = latency_add(d.latency, excluded.latency), call_micros = d.call_micros + excluded.call_micros,
    call_fee_micros = d.call_fee_micros + excluded.call_fee_micros, sales = d.sales + excluded.sales,
    sale_micros = d.sale_micros + excluded.sale_micros, sale_fee_micros = d.sale_fee_micros + excluded.sale_fee_micros,
    customer_calls = d.customer_calls + excluded.customer_calls,
    purchases = d.purchases + excluded.purchases, customer_failures = d.customer_failures + excluded.customer_failures,
    caller_errors = d.caller_errors + excluded.caller_errors,
    customer_latency = latency_add(d.customer_latency, excluded.customer_latency),
    failed_at = greatest(d.failed_at, excluded.failed_at), refunds = d.refunds + excluded.refunds,
    -- A day of which an earlier release counted a part has neither, and goes on with what it had.
    counted_calls = coalesce(d.counted_calls, d.customer_calls) + excluded.counted_calls,
    counted_failures = coalesce(d.counted_failures, d.customer_failures) + excluded.counted_failures;
END $$;
