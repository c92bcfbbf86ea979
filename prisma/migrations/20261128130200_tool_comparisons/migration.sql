-- AlterTable
ALTER TABLE "submission_probe" ADD COLUMN     "tools" JSON;

-- AlterTable
ALTER TABLE "comparison_call" ADD COLUMN     "failure" TEXT,
ADD COLUMN     "received" TEXT,
ADD COLUMN     "sent" JSON,
ADD COLUMN     "tool" TEXT;
