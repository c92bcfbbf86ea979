-- AlterTable
ALTER TABLE "plan_use" ADD COLUMN     "included" INTEGER,
ADD COLUMN     "units_left" JSONB;

-- No more is used than a term includes, and no more returned than was taken. Without an upper bound in rows from before.
ALTER TABLE "plan_use" ADD CONSTRAINT "plan_use_within" CHECK (used <= included
  AND NOT jsonb_path_exists(units, '$.* ? (@ < 0)') AND NOT jsonb_path_exists(units_left, '$.* ? (@ < 0)')) NOT VALID;
