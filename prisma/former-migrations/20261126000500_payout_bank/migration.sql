ALTER TABLE "payout_account" ADD COLUMN "bank_name" TEXT, ADD COLUMN "bank_last4" TEXT;
