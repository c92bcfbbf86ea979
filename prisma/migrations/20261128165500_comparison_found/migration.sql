-- AlterTable
ALTER TABLE "comparison_call" ADD COLUMN     "found" TEXT;
