CREATE INDEX CONCURRENTLY "listing_search_popular_idx" ON "listing_search" USING GIN ("search") WHERE "is_popular";
