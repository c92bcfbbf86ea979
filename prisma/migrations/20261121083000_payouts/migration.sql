-- CreateTable
CREATE TABLE "payout_account" (
    "account_id" UUID NOT NULL,
    "processor_account_id" TEXT,
    "country" TEXT,
    "details_submitted" BOOLEAN NOT NULL DEFAULT false,
    "payouts_enabled" BOOLEAN NOT NULL DEFAULT false,
    "due" TEXT[],
    "is_monthly" BOOLEAN NOT NULL DEFAULT false,
    "livemode" BOOLEAN NOT NULL DEFAULT false,
    "synced_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payout_account_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "payout" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "destination" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "returned_micros" BIGINT NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "origin" TEXT NOT NULL,
    "request_key" TEXT,
    "transfer_id" TEXT,
    "bank_payout_id" TEXT,
    "failure" TEXT,
    "livemode" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payout_account_processor_account_id_key" ON "payout_account"("processor_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "payout_transfer_id_key" ON "payout"("transfer_id");

-- CreateIndex
CREATE UNIQUE INDEX "payout_bank_payout_id_key" ON "payout"("bank_payout_id");

-- CreateIndex
CREATE INDEX "payout_developer_id_created_at_idx" ON "payout"("developer_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "payout_developer_id_request_key_key" ON "payout"("developer_id", "request_key");

CREATE INDEX ledger_entry_earnings ON ledger_entry (owner_id, created_at, amount_micros) WHERE account = 'earnings';

ALTER TABLE payout ADD CONSTRAINT payout_state CHECK (state IN ('pending', 'in_transit', 'paid', 'returning', 'failed')),
  ADD CONSTRAINT payout_origin CHECK (origin IN ('requested', 'monthly')),
  ADD CONSTRAINT payout_amount CHECK (amount_micros > 0 AND amount_micros % 10000 = 0),
  ADD CONSTRAINT payout_returned CHECK (returned_micros BETWEEN 0 AND amount_micros AND (state <> 'failed' OR returned_micros = amount_micros));
-- A paid one may still come back beside the next, so those that return are not counted.
CREATE UNIQUE INDEX payout_one_in_flight ON payout (developer_id) WHERE state IN ('pending', 'in_transit');
CREATE INDEX payout_due ON payout (next_try_at) WHERE state IN ('pending', 'in_transit', 'returning');

-- What a developer has earned and not been paid, and how much of it is held since its sale may still be refunded.
-- A refund lowers the hold when its sale is held, else what can be paid out.
CREATE FUNCTION earnings_sums(p_developer uuid, p_hold interval, OUT balance bigint, OUT held bigint) LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(sum(amount_micros), 0)::bigint FROM ledger_entry WHERE account = 'earnings' AND owner_id = p_developer),
    (SELECT coalesce(sum(e.amount_micros), 0)::bigint FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE e.account = 'earnings' AND e.owner_id = p_developer AND e.created_at > now() - p_hold
        AND (t.source_type IN ('purchase', 'hold') OR (t.source_type = 'refund' AND EXISTS (
          SELECT 1 FROM ledger_transaction s WHERE s.source_type = 'purchase' AND s.source_id = t.source_id AND s.created_at > now() - p_hold))))
$$;

-- Opens a payout: the row and the debit of the earnings together. The lock of the developer's payout account comes first, so
-- two at once see each other. Without p_amount it takes all that is free, in whole cents.
CREATE FUNCTION payout_open(p_id uuid, p_transaction_id uuid, p_developer uuid, p_amount bigint, p_least bigint, p_hold interval, p_lease interval,
  p_origin text, p_request_key text, p_livemode boolean, OUT outcome text, OUT available bigint, OUT payout_id uuid)
LANGUAGE plpgsql AS $$
DECLARE v_account payout_account; v_sums record; v_amount bigint;
BEGIN
  available := 0;
  SELECT * INTO v_account FROM payout_account WHERE account_id = p_developer FOR UPDATE;
  IF NOT FOUND OR v_account.processor_account_id IS NULL OR NOT v_account.payouts_enabled OR v_account.livemode <> p_livemode
      OR EXISTS (SELECT 1 FROM account WHERE id = p_developer AND suspended_at IS NOT NULL) THEN
    outcome := 'not_ready'; RETURN;
  END IF;
  SELECT id INTO payout_id FROM payout WHERE developer_id = p_developer AND request_key = p_request_key;
  IF FOUND THEN outcome := 'known'; RETURN; END IF;
  IF EXISTS (SELECT 1 FROM payout WHERE developer_id = p_developer AND state IN ('pending', 'in_transit', 'returning')) THEN
    outcome := 'in_progress'; RETURN;
  END IF;
  SELECT * INTO v_sums FROM earnings_sums(p_developer, p_hold);
  available := v_sums.balance - v_sums.held;
  v_amount := coalesce(p_amount, available - available % 10000);
  IF v_amount < p_least THEN outcome := 'too_small'; RETURN; END IF;
  IF v_amount > available THEN outcome := 'insufficient'; RETURN; END IF;
  INSERT INTO payout (id, developer_id, destination, amount_micros, origin, request_key, livemode, next_try_at, created_at)
    VALUES (p_id, p_developer, v_account.processor_account_id, v_amount, p_origin, p_request_key, p_livemode, clock_timestamp() + p_lease, clock_timestamp());
  PERFORM ledger_post(p_transaction_id, 'payout', 'payout', p_id::text, NULL, ARRAY['earnings', 'processor'], ARRAY[p_developer, NULL], ARRAY[-v_amount, v_amount]);
  payout_id := p_id; outcome := 'opened';
END $$;

-- Brings what has come back of a payout up to a total, and posts the difference: once, however often it is told.
-- With p_attempt only the newest attempt may say so. Returns whether anything changed.
CREATE FUNCTION payout_return(p_payout uuid, p_transaction_id uuid, p_total bigint, p_attempt int, p_failure text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v payout; v_total bigint;
BEGIN
  SELECT * INTO v FROM payout WHERE id = p_payout FOR UPDATE;
  IF NOT FOUND OR (p_attempt IS NOT NULL AND v.attempts <> p_attempt) THEN RETURN false; END IF;
  v_total := least(p_total, v.amount_micros);
  IF v_total > v.returned_micros THEN
    PERFORM ledger_post(p_transaction_id, 'payout_returned', 'payout_return', v.id || ':' || v_total, NULL, ARRAY['earnings', 'processor'],
      ARRAY[v.developer_id, NULL], ARRAY[v_total - v.returned_micros, v.returned_micros - v_total]);
  ELSIF v.state = 'failed' OR v_total < v.amount_micros THEN
    RETURN false;
  END IF;
  UPDATE payout SET returned_micros = greatest(returned_micros, v_total), failure = coalesce(failure, p_failure),
    state = CASE WHEN v_total = amount_micros THEN 'failed' ELSE state END, ended_at = CASE WHEN v_total = amount_micros THEN now() ELSE ended_at END
    WHERE id = v.id;
  RETURN true;
END $$;
