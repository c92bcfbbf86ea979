-- AlterTable
ALTER TABLE "hold" ADD COLUMN     "plan_units" JSONB;

-- AlterTable
ALTER TABLE "plan_use" ADD COLUMN     "units" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "included_units" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "plan_offer" (
    "id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "plan" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plan_offer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "plan_offer_skill_id_idx" ON "plan_offer"("skill_id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_offer_account_id_skill_id_key" ON "plan_offer"("account_id", "skill_id");

-- AddForeignKey
ALTER TABLE "plan_offer" ADD CONSTRAINT "plan_offer_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_offer" ADD CONSTRAINT "plan_offer_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- They take or return more now. Not where a release has them as they are now.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_proc WHERE proname = 'access_quote' AND 'units_left' = ANY (proargnames)) THEN
    DROP FUNCTION IF EXISTS access_quote;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_proc WHERE proname = 'plan_terms' AND 'included_units' = ANY (proargnames)) THEN
    DROP FUNCTION IF EXISTS plan_terms;
    DROP FUNCTION IF EXISTS plan_call_take;
  END IF;
END $$;
