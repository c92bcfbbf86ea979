-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "sample_queries" JSON;

-- AlterTable
ALTER TABLE "skill_revision" ADD COLUMN     "sample_queries" JSON;
