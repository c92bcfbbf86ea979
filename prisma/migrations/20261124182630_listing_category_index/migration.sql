-- CreateIndex
CREATE INDEX CONCURRENTLY "listing_category_idx" ON "listing"("category");
