-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "replaced_by_id" UUID,
ADD COLUMN     "spend_key_id" UUID;
