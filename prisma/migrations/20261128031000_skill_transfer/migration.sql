-- CreateTable
CREATE TABLE "skill_transfer" (
    "skill_id" UUID NOT NULL,
    "from_id" UUID NOT NULL,
    "to_id" UUID NOT NULL,
    "offered_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "skill_transfer_pkey" PRIMARY KEY ("skill_id")
);

-- CreateIndex
CREATE INDEX "skill_transfer_from_id_idx" ON "skill_transfer"("from_id");

-- CreateIndex
CREATE INDEX "skill_transfer_to_id_idx" ON "skill_transfer"("to_id");

-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "former_sellers" UUID[] DEFAULT ARRAY[]::UUID[];
