-- AlterTable
ALTER TABLE "account" ADD COLUMN     "muted_notices" TEXT[] DEFAULT ARRAY[]::TEXT[];
