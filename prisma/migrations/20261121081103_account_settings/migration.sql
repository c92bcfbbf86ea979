-- AlterTable
ALTER TABLE "account" ADD COLUMN     "closed_at" TIMESTAMPTZ(3);
