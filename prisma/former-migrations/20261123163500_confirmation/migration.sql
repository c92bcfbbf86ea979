-- Above how much an account is asked before a charge on the pages.
ALTER TABLE "wallet" ADD COLUMN "confirm_above_micros" BIGINT NOT NULL DEFAULT 1000000;
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_confirm_above" CHECK ("confirm_above_micros" >= 0);
