-- AlterTable
ALTER TABLE "topup_order" ADD COLUMN     "tax_calculation" TEXT;
