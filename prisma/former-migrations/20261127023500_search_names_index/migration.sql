CREATE INDEX CONCURRENTLY "listing_search_name_folded_idx1" ON "listing_search" ("name_folded");
