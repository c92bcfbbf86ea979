-- AlterTable
ALTER TABLE "skill_package" ADD COLUMN     "rules" TEXT[];
