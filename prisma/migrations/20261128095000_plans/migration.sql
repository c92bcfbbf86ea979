-- It takes one more parameter now.
DROP FUNCTION IF EXISTS purchase_buy;

-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "plans" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "plan" TEXT;

-- AlterTable
ALTER TABLE "skill" ADD COLUMN     "plans" JSONB NOT NULL DEFAULT '[]';
