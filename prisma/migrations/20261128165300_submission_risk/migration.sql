-- AlterTable
ALTER TABLE "skill_revision" ADD COLUMN     "risk" TEXT;
