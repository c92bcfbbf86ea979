-- AlterTable
ALTER TABLE "invariant_run" ADD COLUMN     "examples" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "unchecked" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "whole" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "invariant_mark" (
    "name" TEXT NOT NULL,
    "sound_until" TIMESTAMPTZ(3),
    "entry_id" BIGINT,

    CONSTRAINT "invariant_mark_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "wallet_sum" (
    "account_id" UUID NOT NULL,
    "posted_micros" BIGINT NOT NULL,

    CONSTRAINT "wallet_sum_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "job_run" (
    "queue" TEXT NOT NULL,
    "every_seconds" INTEGER,
    "tried_at" TIMESTAMPTZ(3) NOT NULL,
    "succeeded_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "job_run_pkey" PRIMARY KEY ("queue")
);

-- CreateIndex
CREATE INDEX "hold_by_time" ON "hold" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "ledger_entry_by_time" ON "ledger_entry" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "ledger_transaction_by_time" ON "ledger_transaction" USING BRIN ("created_at");

-- What checks read by time are mostly the newest rows: an index of a few pages a table, whose end is kept up to date.
ALTER INDEX hold_by_time SET (autosummarize = on);
ALTER INDEX ledger_entry_by_time SET (autosummarize = on);
ALTER INDEX ledger_transaction_by_time SET (autosummarize = on);

INSERT INTO invariant_mark (name, entry_id) VALUES ('sums of wallets', 0);

-- Adds at most p_most entries after the mark to the sums of their wallets, and moves the mark: one transaction, one at a time.
-- It goes as far as the days of earnings go, below which every transaction that posts has ended. Returns over how many numbers.
CREATE FUNCTION wallet_sums_fold(p_most bigint) RETURNS bigint LANGUAGE plpgsql AS $$
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

-- Begins the sums anew, so that they are held against every entry.
CREATE FUNCTION wallet_sums_forget() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM invariant_mark WHERE name = 'sums of wallets' FOR UPDATE;
  DELETE FROM wallet_sum;
  UPDATE invariant_mark SET entry_id = 0 WHERE name = 'sums of wallets';
END $$;
