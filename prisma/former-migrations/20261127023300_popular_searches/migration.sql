-- The most popular listings have a small index of their own: the hits of common words are found among them.
ALTER TABLE "listing_search" ADD COLUMN "is_popular" BOOLEAN NOT NULL DEFAULT false;
