-- They return or take more now.
DROP FUNCTION IF EXISTS execution_reserve;
DROP FUNCTION IF EXISTS execution_capture;
DROP FUNCTION IF EXISTS usage_record_add;
DROP FUNCTION IF EXISTS access_quote;

-- AlterTable
ALTER TABLE "hold" ADD COLUMN     "reserved_micros" BIGINT;

-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "operation_units" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "units" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "skill" ADD COLUMN     "operation_units" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "units" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "usage_record" ADD COLUMN     "units" JSONB;
