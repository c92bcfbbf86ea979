/*
  Warnings:

  - You are about to drop the column `buyer_name` on the `document` table. All the data in the column will be lost.

*/
-- AlterTable
ALTER TABLE "document" DROP COLUMN "buyer_name";

-- CreateTable
CREATE TABLE "billing_party" (
    "id" UUID NOT NULL,
    "account_id" UUID,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "details" JSON,

    CONSTRAINT "billing_party_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "billing_party_account_id_valid_from_idx" ON "billing_party"("account_id", "valid_from");
