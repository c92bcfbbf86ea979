-- Their results have other columns now.
DROP FUNCTION IF EXISTS execution_reserve;
DROP FUNCTION IF EXISTS purchase_buy;
DROP FUNCTION IF EXISTS key_spend_take;
DROP FUNCTION IF EXISTS key_still_pays;
DROP FUNCTION IF EXISTS key_period;
DROP FUNCTION IF EXISTS payer_now;

-- CreateTable
CREATE TABLE "budget" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "spend_id" UUID NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "period" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "budget_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "budget_kind" CHECK (kind IN ('account', 'member', 'key', 'skill')),
    CONSTRAINT "budget_period" CHECK (period IN ('day', 'week', 'month', 'total')),
    CONSTRAINT "budget_amount" CHECK (amount_micros >= 0)
);

-- The limits of keys and connected programs become budgets.
INSERT INTO "budget" ("id", "account_id", "kind", "subject_id", "spend_id", "amount_micros", "period")
  SELECT gen_random_uuid(), account_id, 'key', id, coalesce(spend_key_id, id), credit_limit_micros, credit_limit_interval
    FROM "api_key" WHERE credit_limit_micros IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "budget_account_id_subject_id_period_key" ON "budget"("account_id", "subject_id", "period");
-- A key has one limit.
CREATE UNIQUE INDEX "budget_of_key" ON "budget"("subject_id") WHERE kind = 'key';

-- AddForeignKey
ALTER TABLE "budget" ADD CONSTRAINT "budget_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What keys have spent is what their budgets have.
ALTER TABLE "key_spend" RENAME TO "budget_spend";
ALTER TABLE "budget_spend" RENAME COLUMN "key_id" TO "spend_id";
ALTER TABLE "budget_spend" RENAME CONSTRAINT "key_spend_pkey" TO "budget_spend_pkey";
ALTER TABLE "budget_spend" RENAME CONSTRAINT "key_spend_amount" TO "budget_spend_amount";
ALTER INDEX "key_spend_period_start_idx" RENAME TO "budget_spend_period_start_idx";

-- AlterTable
ALTER TABLE "hold" ADD COLUMN     "spend_ids" UUID[],
ADD COLUMN     "spend_periods" TIMESTAMPTZ(3)[];
-- A call that is open now and fails stays counted in its key's limit for the period: once, at most the price of the call.
ALTER TABLE "hold" DROP COLUMN "key_period";

-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "spend_ids" UUID[],
ADD COLUMN     "spend_periods" TIMESTAMPTZ(3)[];

-- AlterTable
ALTER TABLE "api_key" DROP COLUMN "credit_limit_micros",
DROP COLUMN "credit_limit_interval";
