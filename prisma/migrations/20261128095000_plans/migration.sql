-- AlterTable
ALTER TABLE "hold" ADD COLUMN     "plan_purchase_id" UUID,
ADD COLUMN     "plan_term" INTEGER;

-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "plans" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "beyond_micros" BIGINT,
ADD COLUMN     "included_calls" INTEGER,
ADD COLUMN     "next_plan" JSONB,
ADD COLUMN     "plan" TEXT,
ADD COLUMN     "replaces_id" UUID;

-- AlterTable
ALTER TABLE "skill" ADD COLUMN     "plans" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "plan_use" (
    "purchase_id" UUID NOT NULL,
    "term" INTEGER NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "plan_use_pkey" PRIMARY KEY ("purchase_id","term")
);

-- A call that fails returns what it took, once.
ALTER TABLE "plan_use" ADD CONSTRAINT "plan_use_used" CHECK ("used" >= 0);
