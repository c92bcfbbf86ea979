-- AlterTable
ALTER TABLE "submission_probe" ADD COLUMN     "has_response" BOOLEAN;
