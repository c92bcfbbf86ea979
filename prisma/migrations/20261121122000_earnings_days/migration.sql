-- CreateTable
CREATE TABLE "earnings_day" (
    "owner_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "sales_micros" BIGINT NOT NULL,
    "refunds_micros" BIGINT NOT NULL,
    "fees_micros" BIGINT NOT NULL,
    "payouts_micros" BIGINT NOT NULL,
    "net_micros" BIGINT NOT NULL,
    "held_micros" BIGINT NOT NULL,

    CONSTRAINT "earnings_day_pkey" PRIMARY KEY ("owner_id","day")
);

-- CreateTable
CREATE TABLE "earnings_mark" (
    "name" TEXT NOT NULL,
    "entry_id" BIGINT NOT NULL DEFAULT 0,
    "next_id" BIGINT,
    "next_xid" BIGINT,

    CONSTRAINT "earnings_mark_pkey" PRIMARY KEY ("name")
);

INSERT INTO earnings_mark (name) VALUES ('days');

CREATE FUNCTION utc_day(p_at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$ SELECT (p_at AT TIME ZONE 'UTC')::date $$;

-- Adds the entries after the mark, up to p_until, to the days of their developers, and moves the mark: one transaction, one at
-- a time. Numbers of entries are given out before their transactions end, so p_until must be a number below which every
-- transaction has ended; earnings_fold sees to that.
CREATE FUNCTION earnings_fold_until(p_until bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_from bigint;
BEGIN
  SELECT entry_id INTO STRICT v_from FROM earnings_mark WHERE name = 'days' FOR UPDATE;
  IF p_until <= v_from THEN RETURN; END IF;
  WITH fresh AS (
    SELECT e.owner_id, e.created_at, e.amount_micros AS net, t.source_type, t.source_id,
        coalesce((SELECT sum(f.amount_micros) FROM ledger_entry f WHERE f.transaction_id = e.transaction_id AND f.account = 'fees'), 0) AS fee
      FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
     WHERE e.account = 'earnings' AND e.id > v_from AND e.id <= p_until),
  moved AS (
    SELECT owner_id, utc_day(created_at) AS day,
        CASE WHEN source_type IN ('purchase', 'hold') THEN net + fee ELSE 0 END AS sales,
        CASE WHEN source_type NOT IN ('purchase', 'hold', 'payout', 'payout_return') THEN net + fee ELSE 0 END AS refunds,
        CASE WHEN source_type NOT IN ('payout', 'payout_return') THEN fee ELSE 0 END AS fees,
        CASE WHEN source_type IN ('payout', 'payout_return') THEN net ELSE 0 END AS payouts,
        net, CASE WHEN source_type IN ('purchase', 'hold') THEN net ELSE 0 END AS held
      FROM fresh
    UNION ALL
    SELECT f.owner_id, utc_day(s.created_at), 0, 0, 0, 0, 0, f.net
      FROM fresh f JOIN ledger_transaction s ON s.source_type = 'purchase' AND s.source_id = f.source_id WHERE f.source_type = 'refund')
  INSERT INTO earnings_day AS d (owner_id, day, sales_micros, refunds_micros, fees_micros, payouts_micros, net_micros, held_micros)
    SELECT owner_id, day, sum(sales), sum(refunds), sum(fees), sum(payouts), sum(net), sum(held) FROM moved
     GROUP BY owner_id, day ORDER BY owner_id, day
  ON CONFLICT (owner_id, day) DO UPDATE SET sales_micros = d.sales_micros + excluded.sales_micros,
    refunds_micros = d.refunds_micros + excluded.refunds_micros, fees_micros = d.fees_micros + excluded.fees_micros,
    payouts_micros = d.payouts_micros + excluded.payouts_micros, net_micros = d.net_micros + excluded.net_micros,
    held_micros = d.held_micros + excluded.held_micros;
  UPDATE earnings_mark SET entry_id = p_until WHERE name = 'days';
END $$;

-- One step: folds at most p_most entries of those that may be folded, else looks how far the next step may go. Whoever posts
-- has a transaction id before its entries have numbers, since the lock of a wallet, a purchase or a payout comes first; so once
-- every transaction that had begun to write when the last number was seen has ended, no number up to it can appear any more.
-- Returns how many numbers it went on.
CREATE FUNCTION earnings_fold(p_most bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE v earnings_mark; v_until bigint;
BEGIN
  SELECT * INTO STRICT v FROM earnings_mark WHERE name = 'days' FOR UPDATE;
  IF v.next_id IS NOT NULL AND pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= v.next_xid AND v.next_id > v.entry_id THEN
    v_until := least(v.next_id, v.entry_id + p_most);
    PERFORM earnings_fold_until(v_until);
    RETURN v_until - v.entry_id;
  END IF;
  -- A database that was restored elsewhere counts its transactions from another number.
  IF v.next_id IS NULL OR v.next_id <= v.entry_id OR v.next_xid > pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN
    UPDATE earnings_mark SET (next_id, next_xid) =
        (SELECT coalesce(max(id), 0), pg_snapshot_xmax(pg_current_snapshot())::text::bigint FROM ledger_entry) WHERE name = 'days';
  END IF;
  RETURN 0;
END $$;

-- The same two sums as before: what the days hold, and what has come since. What is held counts whole days from the sums, and
-- sale by sale the day in which the hold ends now.
CREATE OR REPLACE FUNCTION earnings_sums(p_developer uuid, p_hold interval, OUT balance bigint, OUT held bigint) LANGUAGE sql STABLE AS $$
  WITH mark AS (SELECT entry_id, now() - p_hold AS since FROM earnings_mark WHERE name = 'days'),
  fresh AS (
    SELECT e.amount_micros AS net, t.source_type, t.source_id, e.created_at
      FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
     WHERE e.account = 'earnings' AND e.owner_id = p_developer AND e.id > (SELECT entry_id FROM mark)),
  days AS (
    SELECT coalesce(sum(net_micros), 0) AS net,
        coalesce(sum(held_micros) FILTER (WHERE day > (SELECT utc_day(since) FROM mark)), 0) AS held
      FROM earnings_day WHERE owner_id = p_developer),
  edge AS (
    SELECT coalesce(sum(e.amount_micros + coalesce(r.amount_micros, 0)), 0) AS held
      FROM ledger_entry e JOIN ledger_transaction s ON s.id = e.transaction_id
        LEFT JOIN ledger_transaction t ON s.source_type = 'purchase' AND t.source_type = 'refund' AND t.source_id = s.source_id
        LEFT JOIN ledger_entry r ON r.transaction_id = t.id AND r.account = 'earnings'
     WHERE e.account = 'earnings' AND e.owner_id = p_developer AND s.source_type IN ('purchase', 'hold')
       AND e.created_at > (SELECT since FROM mark)
       AND e.created_at < ((SELECT utc_day(since) FROM mark) + 1)::timestamp AT TIME ZONE 'UTC')
  SELECT (days.net + (SELECT coalesce(sum(net), 0) FROM fresh))::bigint,
    (days.held + edge.held
      + (SELECT coalesce(sum(net), 0) FROM fresh WHERE source_type IN ('purchase', 'hold') AND utc_day(created_at) > (SELECT utc_day(since) FROM mark))
      + (SELECT coalesce(sum(f.net), 0) FROM fresh f JOIN ledger_transaction s ON s.source_type = 'purchase' AND s.source_id = f.source_id
          WHERE f.source_type = 'refund' AND utc_day(s.created_at) > (SELECT utc_day(since) FROM mark)))::bigint
  FROM days, edge
$$;
