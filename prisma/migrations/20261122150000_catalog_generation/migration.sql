-- The triggers of the listing are fewer now, and under other names; prisma/sql defines them.
DROP FUNCTION IF EXISTS catalog_changes_count() CASCADE;
DROP FUNCTION IF EXISTS listing_search_insert() CASCADE;
DROP FUNCTION IF EXISTS listing_search_update() CASCADE;
DROP FUNCTION IF EXISTS listing_search_delete() CASCADE;
DROP FUNCTION IF EXISTS listing_total_insert() CASCADE;
DROP FUNCTION IF EXISTS listing_total_move() CASCADE;
DROP FUNCTION IF EXISTS listing_total_delete() CASCADE;
DROP FUNCTION IF EXISTS skill_use_show() CASCADE;

ALTER TABLE "catalog_changes" RENAME TO "catalog_generation";
ALTER TABLE "catalog_generation" RENAME COLUMN "count" TO "generation";
ALTER TABLE "catalog_generation" RENAME CONSTRAINT "catalog_changes_pkey" TO "catalog_generation_pkey";
ALTER TABLE "catalog_generation" RENAME CONSTRAINT "catalog_changes_one" TO "catalog_generation_one";
