-- AlterTable
ALTER TABLE "topup_order" ADD COLUMN     "skill_id" UUID;
