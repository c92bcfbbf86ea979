-- What happened is numbered, so that each call, purchase and sale is counted once, in steps, and none is left out however long
-- nobody counts. Whoever is given a number has the id of its transaction by then.
CREATE SEQUENCE fold_number;
CREATE FUNCTION fold_number_next() RETURNS bigint LANGUAGE sql VOLATILE AS
$$ SELECT CASE WHEN pg_current_xact_id() IS NOT NULL THEN nextval('fold_number') END $$;

-- AlterTable: what is there already has no number, and no table is written anew.
ALTER TABLE "usage_record" ADD COLUMN "number" BIGINT;
ALTER TABLE "usage_record" ALTER COLUMN "number" SET DEFAULT fold_number_next();
ALTER TABLE "purchase" ADD COLUMN "number" BIGINT;
ALTER TABLE "purchase" ALTER COLUMN "number" SET DEFAULT fold_number_next();
ALTER TABLE "ledger_transaction" ADD COLUMN "number" BIGINT;
ALTER TABLE "ledger_transaction" ALTER COLUMN "number" SET DEFAULT fold_number_next();

-- AlterTable
ALTER TABLE "rollup_mark" ADD COLUMN "number" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "next_number" BIGINT,
ADD COLUMN "next_xid" BIGINT,
ADD COLUMN "next_at" TIMESTAMPTZ(3),
ALTER COLUMN "done_at" DROP NOT NULL;

-- AlterTable
ALTER TABLE "skill_stats_day" ADD COLUMN "customer_calls" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "purchases" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "skill_use" (
    "skill_id" UUID NOT NULL,
    "calls" BIGINT NOT NULL,
    "purchases" BIGINT NOT NULL,
    "popular_until" DATE,
    "changes" BIGINT NOT NULL DEFAULT 1,
    "shown" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "skill_use_pkey" PRIMARY KEY ("skill_id")
);
CREATE INDEX "skill_use_popular_until_idx" ON "skill_use"("popular_until");
CREATE INDEX skill_use_due ON skill_use (skill_id) WHERE changes <> shown;

-- Days are counted anew from the one that the former rounds may not have finished.
DO $$
DECLARE v_since timestamptz := coalesce(
  (SELECT date_trunc('day', done_at - interval '60 minutes', 'UTC') FROM rollup_mark WHERE name = 'figures'), '-infinity');
BEGIN
  DELETE FROM skill_stats_day WHERE day >= utc_day(v_since);
  DELETE FROM skill_caller_day WHERE day >= utc_day(v_since);
  ALTER TABLE ledger_transaction DISABLE TRIGGER ledger_transaction_append_only;
  UPDATE ledger_transaction SET number = nextval('fold_number') WHERE source_type IN ('purchase', 'refund') AND created_at >= v_since;
  ALTER TABLE ledger_transaction ENABLE TRIGGER ledger_transaction_append_only;
  UPDATE usage_record SET number = nextval('fold_number') WHERE created_at >= v_since;
  UPDATE purchase SET number = nextval('fold_number') WHERE started_at >= v_since;
  UPDATE skill_stats_day SET customer_calls = calls + downloads;
  UPDATE skill_stats_day d SET customer_calls = greatest(0, d.customer_calls - own.calls) FROM (
      SELECT skill_id, utc_day(created_at) AS day, count(*) AS calls FROM usage_record
       WHERE account_id = developer_id AND status = 'succeeded' AND number IS NULL GROUP BY 1, 2) AS own
    WHERE own.skill_id = d.skill_id AND own.day = d.day;
  INSERT INTO skill_stats_day AS d (skill_id, day, purchases)
    SELECT skill_id, utc_day(started_at), count(*) FROM purchase WHERE number IS NULL GROUP BY 1, 2
    ON CONFLICT (skill_id, day) DO UPDATE SET purchases = excluded.purchases;
  INSERT INTO skill_use (skill_id, calls, purchases)
    SELECT skill_id, sum(customer_calls), sum(purchases) FROM skill_stats_day GROUP BY 1 HAVING sum(customer_calls + purchases) > 0;
END $$;
INSERT INTO rollup_mark (name) VALUES ('figures') ON CONFLICT (name) DO NOTHING;

-- Numbers arrive in the order of their rows, so the smallest kind of index finds a step of them.
CREATE INDEX usage_record_by_number ON usage_record USING brin (number) WITH (autosummarize = on);
CREATE INDEX "purchase_number_idx" ON "purchase"("number");
DROP INDEX ledger_transaction_sales;
CREATE INDEX ledger_transaction_sales ON ledger_transaction (number) WHERE source_type IN ('purchase', 'refund');

-- Administrators are few, and looked for among all accounts.
CREATE INDEX account_administrators ON account (id) WHERE role = 'admin';

-- Hours are not kept any more. What the former release reads of days it still finds; what it writes there is refused, so that
-- nothing is counted twice while both run.
DROP TABLE skill_stats_hour;
DROP TABLE skill_daily;
CREATE VIEW skill_daily AS SELECT skill_id, day, customer_calls AS calls, failures + 0 AS failures, purchases FROM skill_stats_day;

-- Adds what has a number after the mark, up to p_until, to the figures of its skills and days, and moves the mark: one
-- transaction, one at a time. A successful use counts for the marketplace unless it is the developer's own.
CREATE FUNCTION figures_fold_until(p_until bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_from bigint;
BEGIN
  SELECT number INTO STRICT v_from FROM rollup_mark WHERE name = 'figures' FOR UPDATE;
  IF p_until <= v_from THEN RETURN; END IF;
  WITH fresh AS MATERIALIZED (
    SELECT u.skill_id, utc_day(u.created_at) AS day, u.account_id, u.kind, u.status = 'succeeded' AS is_success, u.cost_micros,
        u.duration_ms, coalesce(u.error_code, 'unknown') AS code,
        u.account_id <> u.developer_id AS is_customer,
        CASE WHEN u.cost_micros > 0 THEN (
          SELECT e.amount_micros FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id AND e.account = 'fees'
           WHERE t.source_type = 'hold' AND t.source_id = u.hold_id::text) END AS fee
      FROM usage_record u WHERE u.number > v_from AND u.number <= p_until),
  errors AS (
    SELECT skill_id, day, jsonb_object_agg(code, n) AS errors FROM (
      SELECT skill_id, day, code, count(*) AS n FROM fresh WHERE NOT is_success GROUP BY 1, 2, 3) AS counted GROUP BY 1, 2),
  sold AS (
    SELECT s.id AS skill_id, utc_day(t.created_at) AS day, t.source_type, t.id,
        coalesce(sum(e.amount_micros) FILTER (WHERE e.account IN ('earnings', 'fees')), 0) AS paid,
        coalesce(sum(e.amount_micros) FILTER (WHERE e.account = 'fees'), 0) AS fee
      FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN skill s ON s.slug = t.subject
     WHERE t.source_type IN ('purchase', 'refund') AND t.number > v_from AND t.number <= p_until GROUP BY 1, 2, 3, 4),
  callers AS (
    INSERT INTO skill_caller_day (skill_id, day, account_id)
      SELECT DISTINCT skill_id, day, account_id FROM fresh ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING),
  parts AS (
    SELECT skill_id, day, count(*) FILTER (WHERE is_success AND kind = 'execute') AS calls,
        count(*) FILTER (WHERE is_success AND kind = 'download') AS downloads, count(*) FILTER (WHERE NOT is_success) AS failures,
        '{}'::jsonb AS errors, coalesce(latency_counts(array_agg(duration_ms) FILTER (WHERE is_success AND kind = 'execute')), '{}') AS latency,
        sum(cost_micros) AS call_micros, coalesce(sum(fee), 0) AS call_fee, 0 AS sales, 0 AS sale_micros, 0 AS sale_fee,
        count(*) FILTER (WHERE is_success AND is_customer) AS customer_calls, 0 AS purchases
      FROM fresh GROUP BY 1, 2
    UNION ALL SELECT skill_id, day, 0, 0, 0, errors, '{}', 0, 0, 0, 0, 0, 0, 0 FROM errors
    UNION ALL SELECT skill_id, day, 0, 0, 0, '{}', '{}', 0, 0, count(*) FILTER (WHERE source_type = 'purchase'), sum(paid), sum(fee), 0, 0
      FROM sold GROUP BY 1, 2
    UNION ALL SELECT skill_id, utc_day(started_at), 0, 0, 0, '{}', '{}', 0, 0, 0, 0, 0, 0, count(*)
      FROM purchase WHERE number > v_from AND number <= p_until GROUP BY 1, 2),
  moved AS MATERIALIZED (
    SELECT skill_id, day, sum(calls) AS calls, sum(downloads) AS downloads, sum(failures) AS failures, errors_sum(errors) AS errors,
        latency_sum(latency) AS latency, sum(call_micros) AS call_micros, sum(call_fee) AS call_fee, sum(sales) AS sales,
        sum(sale_micros) AS sale_micros, sum(sale_fee) AS sale_fee, sum(customer_calls) AS customer_calls,
        sum(purchases) AS purchases
      FROM parts GROUP BY 1, 2),
  used AS (
    INSERT INTO skill_use AS u (skill_id, calls, purchases)
      SELECT skill_id, sum(customer_calls), sum(purchases) FROM moved GROUP BY 1
      HAVING sum(customer_calls + purchases) > 0 ORDER BY 1
    ON CONFLICT (skill_id) DO UPDATE SET calls = u.calls + excluded.calls, purchases = u.purchases + excluded.purchases,
      changes = u.changes + 1)
  INSERT INTO skill_stats_day AS d (skill_id, day, calls, downloads, failures, errors, latency, call_micros, call_fee_micros, sales,
      sale_micros, sale_fee_micros, customer_calls, purchases)
    SELECT * FROM moved ORDER BY skill_id, day
  ON CONFLICT (skill_id, day) DO UPDATE SET calls = d.calls + excluded.calls, downloads = d.downloads + excluded.downloads,
    failures = d.failures + excluded.failures, errors = errors_add(d.errors, excluded.errors),
    latency = latency_add(d.latency, excluded.latency), call_micros = d.call_micros + excluded.call_micros,
    call_fee_micros = d.call_fee_micros + excluded.call_fee_micros, sales = d.sales + excluded.sales,
    sale_micros = d.sale_micros + excluded.sale_micros, sale_fee_micros = d.sale_fee_micros + excluded.sale_fee_micros,
    customer_calls = d.customer_calls + excluded.customer_calls,
    purchases = d.purchases + excluded.purchases;
  UPDATE rollup_mark SET number = p_until, done_at = CASE WHEN p_until = next_number THEN next_at ELSE done_at END WHERE name = 'figures';
END $$;

-- One step, as of the earnings: p_last is the last number that had been given out before this transaction began. Whoever has
-- been given it, or a lower one, has a lower transaction id than this one; so once every transaction below this id has ended, no
-- number up to it can appear any more. Returns over how many numbers it went, and whether it has nothing more to do now.
CREATE FUNCTION figures_fold(p_most bigint, p_last bigint, OUT folded bigint, OUT is_over boolean) LANGUAGE plpgsql AS $$
DECLARE v rollup_mark;
BEGIN
  SELECT * INTO STRICT v FROM rollup_mark WHERE name = 'figures' FOR UPDATE;
  folded := 0; is_over := false;
  IF v.next_number IS NULL OR v.next_number <= v.number
      -- A database that was restored elsewhere counts its transactions from another number.
      OR v.next_xid > pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN
    is_over := p_last <= v.number;
    UPDATE rollup_mark SET next_number = p_last, next_xid = pg_current_xact_id()::text::bigint, next_at = now(),
      done_at = CASE WHEN is_over THEN now() ELSE done_at END WHERE name = 'figures';
  ELSIF pg_snapshot_xmin(pg_current_snapshot())::text::bigint < v.next_xid THEN
    is_over := true;
  ELSE
    folded := least(v.next_number, v.number + p_most) - v.number;
    PERFORM figures_fold_until(v.number + folded);
  END IF;
END $$;

-- What comes (back) onto the marketplace is shown with what was counted meanwhile.
CREATE FUNCTION skill_use_show() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE skill_use u SET changes = u.changes + 1
    FROM (SELECT skill_id FROM skill_use WHERE skill_id IN (SELECT skill_id FROM added) ORDER BY skill_id FOR UPDATE) AS l WHERE l.skill_id = u.skill_id;
  RETURN NULL;
END $$;
CREATE TRIGGER skill_use_show AFTER INSERT ON listing REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION skill_use_show();
