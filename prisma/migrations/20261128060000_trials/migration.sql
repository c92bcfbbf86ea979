-- It takes one more parameter now.
DROP FUNCTION IF EXISTS purchase_buy;

-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "trial_days" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "trial_days" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "trial_mark" BYTEA;

-- AlterTable
ALTER TABLE "skill" ADD COLUMN     "trial_days" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "topup_order" ADD COLUMN     "card_fingerprint" TEXT;
