-- The general fee in basis points. A column of its own: every sale reads it, and the other settings may be long.
ALTER TABLE "site_settings" ADD COLUMN "fee_bps" INTEGER,
  ADD CONSTRAINT "site_settings_fee" CHECK ("fee_bps" BETWEEN 0 AND 10000) NOT VALID;
