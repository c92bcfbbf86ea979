-- AlterTable
ALTER TABLE "skill_review" ADD COLUMN     "is_counted" BOOLEAN NOT NULL DEFAULT true;
