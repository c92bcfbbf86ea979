-- AlterTable
ALTER TABLE "skill" ADD COLUMN     "slug_given_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "name_claim" ADD COLUMN     "held_skill_id" UUID;
