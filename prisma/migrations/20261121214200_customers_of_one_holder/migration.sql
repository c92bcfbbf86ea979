-- A row that begins anew, for an account that was taken back, has a customer of its own at the processor.
-- AlterTable
ALTER TABLE "auto_topup" ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
