-- How often the processor has refused to make an account or a customer: it repeats its answers under an idempotency key.
ALTER TABLE "payout_account" ADD COLUMN "refusals" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "auto_topup" ADD COLUMN "refusals" INTEGER NOT NULL DEFAULT 0;

-- What the bank is sent: the developer's account may hold another currency than the marketplace's.
ALTER TABLE "payout"
  ADD COLUMN "bank_amount" BIGINT,
  ADD COLUMN "bank_currency" TEXT;
