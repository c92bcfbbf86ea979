-- AlterTable
ALTER TABLE "auto_topup" ADD COLUMN     "card_saved_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "card_detachment" (
    "payment_method_id" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "card_detachment_pkey" PRIMARY KEY ("payment_method_id")
);

-- CreateIndex
CREATE INDEX "card_detachment_next_try_at_idx" ON "card_detachment"("next_try_at");
