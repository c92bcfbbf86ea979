-- AlterTable
ALTER TABLE "skill" ADD COLUMN     "sales_pause_reason" TEXT;
