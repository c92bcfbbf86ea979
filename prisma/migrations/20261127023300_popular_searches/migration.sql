-- The most popular listings have a small index of their own: the hits of common words are found among them.
ALTER TABLE "listing_search" ADD COLUMN "is_popular" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "listing_search_popular_idx" ON "listing_search" USING GIN ("search") WHERE "is_popular";
CREATE INDEX "listing_search_name_folded_idx1" ON "listing_search" ("name_folded");
