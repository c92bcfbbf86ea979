-- An issued receipt names its buyer as on the day of its issue, whatever they are called afterwards.
ALTER TABLE "document" ADD COLUMN "buyer_name" TEXT;
