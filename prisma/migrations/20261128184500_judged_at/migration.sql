-- AlterTable
ALTER TABLE "skill_revision" ADD COLUMN     "judged_at" TIMESTAMPTZ(3);
