-- Searches are answered from the memory of each process. What they read in the database goes.
DROP TRIGGER IF EXISTS listing_follow_update ON listing;
DROP TRIGGER IF EXISTS listing_follow_delete ON listing;
DROP FUNCTION IF EXISTS fold;
DROP FUNCTION IF EXISTS listing_fits;
DROP FUNCTION IF EXISTS listing_search;
DROP FUNCTION IF EXISTS listing_search_common;
DROP FUNCTION IF EXISTS listing_search_page;
DROP FUNCTION IF EXISTS listing_search_parts;
DROP FUNCTION IF EXISTS listing_search_rank;
DROP FUNCTION IF EXISTS listing_search_similar;
DROP FUNCTION IF EXISTS listing_search_weight;
DROP FUNCTION IF EXISTS listing_search_wide;
DROP FUNCTION IF EXISTS listing_texts;
DROP FUNCTION IF EXISTS listing_words;
DROP FUNCTION IF EXISTS listing_words_found;
DROP FUNCTION IF EXISTS search_corrections;
DROP FUNCTION IF EXISTS search_popular_refresh;
DROP FUNCTION IF EXISTS search_words_refresh;
DROP FUNCTION IF EXISTS space_characters;

-- DropIndex
DROP INDEX "listing_category_popularity_skill_id_traits_idx";

-- DropIndex
DROP INDEX "listing_category_price_rank_skill_id_traits_idx";

-- DropIndex
DROP INDEX "listing_category_published_at_skill_id_traits_idx";

-- DropIndex
DROP INDEX "listing_category_rating_score_skill_id_traits_idx";

-- DropIndex
DROP INDEX "listing_category_week_uses_skill_id_traits_idx";

-- DropIndex
DROP INDEX "listing_developer_handle_idx";

-- DropIndex
DROP INDEX "listing_popularity_skill_id_traits_idx";

-- DropIndex
DROP INDEX "listing_price_rank_skill_id_traits_idx";

-- DropIndex
DROP INDEX "listing_published_at_skill_id_traits_idx";

-- DropIndex
DROP INDEX "listing_rating_score_skill_id_traits_idx";

-- DropIndex
DROP INDEX "listing_week_uses_skill_id_traits_idx";

-- AlterTable
ALTER TABLE "catalog_generation" ADD COLUMN "settings" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "search_synonym" DROP COLUMN "substitute",
DROP COLUMN "target";

-- DropTable
DROP TABLE "listing_search";

-- DropTable
DROP TABLE "listing_total";

-- DropTable
DROP TABLE "search_word";

-- CreateTable
CREATE TABLE "listing_change" (
    "skill_id" UUID NOT NULL,
    "generation" BIGINT NOT NULL,

    CONSTRAINT "listing_change_pkey" PRIMARY KEY ("skill_id")
);

-- CreateIndex
CREATE INDEX "listing_change_generation_skill_id_idx" ON "listing_change"("generation", "skill_id");


DROP EXTENSION IF EXISTS unaccent;
