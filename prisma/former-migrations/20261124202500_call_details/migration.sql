-- AlterTable
ALTER TABLE "account" ADD COLUMN     "stores_parameters" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "skill" ADD COLUMN     "logs_bodies" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "call_detail" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "request_id" TEXT,
    "status" INTEGER,
    "requests" INTEGER NOT NULL,
    "first_byte_ms" INTEGER,
    "reason" TEXT,
    "message" TEXT,
    "request_bytes" INTEGER NOT NULL,
    "response_bytes" INTEGER,
    "parameters" TEXT,
    "result" TEXT,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_detail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "call_detail_account_id_idx" ON "call_detail"("account_id");

-- CreateIndex
CREATE INDEX "call_detail_created_at_idx" ON "call_detail" USING BRIN ("created_at");
