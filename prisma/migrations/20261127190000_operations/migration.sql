-- They have more parameters now.
DROP FUNCTION IF EXISTS execution_reserve;
DROP FUNCTION IF EXISTS access_quote;

-- AlterTable
ALTER TABLE "hold" ADD COLUMN     "operation" TEXT;

-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "endpoint_type" TEXT NOT NULL DEFAULT 'http',
ADD COLUMN     "operation_prices" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "operations" JSON;

-- AlterTable
ALTER TABLE "skill" ADD COLUMN     "operation_prices" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "skill_revision" ADD COLUMN     "endpoint_type" TEXT NOT NULL DEFAULT 'http',
ADD COLUMN     "operations" JSON;

-- AlterTable
ALTER TABLE "usage_record" ADD COLUMN     "operation" TEXT;

-- CreateTable
CREATE TABLE "skill_endpoint_auth" (
    "skill_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "shown" JSON NOT NULL,
    "sealed" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_endpoint_auth_pkey" PRIMARY KEY ("skill_id")
);

-- AddForeignKey
ALTER TABLE "skill_endpoint_auth" ADD CONSTRAINT "skill_endpoint_auth_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
