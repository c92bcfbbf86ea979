-- The order of a buyer's purchases is in the index as a whole, so that a page far down reads its own rows only.

-- DropIndex
DROP INDEX "purchase_buyer_id_started_at_idx";

-- CreateIndex
CREATE INDEX "purchase_buyer_id_started_at_id_idx" ON "purchase"("buyer_id", "started_at", "id");
