-- AlterTable
ALTER TABLE "idempotency_record" ADD COLUMN     "process_id" UUID;
