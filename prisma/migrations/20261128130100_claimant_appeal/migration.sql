-- AlterTable
ALTER TABLE "name_claim" ADD COLUMN     "claimant_appeal" TEXT;
