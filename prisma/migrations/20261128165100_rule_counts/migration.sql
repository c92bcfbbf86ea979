-- AlterTable
ALTER TABLE "skill_revision" ADD COLUMN     "rule_counts" JSONB;
