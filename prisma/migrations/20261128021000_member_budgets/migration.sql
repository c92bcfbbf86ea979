-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "ask_above_micros" BIGINT;
ALTER TABLE "membership" ADD CONSTRAINT "membership_ask_above" CHECK (ask_above_micros >= 0) NOT VALID;

-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "person_id" UUID;

-- They get a parameter: prisma/sql has them.
DROP FUNCTION IF EXISTS budgets_of;
DROP FUNCTION IF EXISTS budgets_cover;
DROP FUNCTION IF EXISTS budgets_take;
DROP FUNCTION IF EXISTS purchase_buy;
