-- How often the processor has clearly refused a step of a payout, which it would repeat under the same idempotency key.
-- AlterTable
ALTER TABLE "payout" ADD COLUMN     "refusals" INTEGER NOT NULL DEFAULT 0;

-- Events name a card or its customer, never the account.
-- CreateIndex
CREATE INDEX "auto_topup_customer_id_idx" ON "auto_topup"("customer_id");

-- CreateIndex
CREATE INDEX "auto_topup_payment_method_id_idx" ON "auto_topup"("payment_method_id");
