-- AlterTable
ALTER TABLE "skill_package" ADD COLUMN     "behavior" JSONB;
