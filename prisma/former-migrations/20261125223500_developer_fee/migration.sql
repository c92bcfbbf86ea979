ALTER TABLE "account" ADD COLUMN "fee_bps" INTEGER;
ALTER TABLE "account" ADD CONSTRAINT "account_fee_bps" CHECK ("fee_bps" BETWEEN 0 AND 10000);
