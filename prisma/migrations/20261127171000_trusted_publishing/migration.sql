-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "provenance" JSONB,
ADD COLUMN     "releases_skill_id" UUID;

-- CreateTable
CREATE TABLE "package_provenance" (
    "package_id" UUID NOT NULL,
    "provenance" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "package_provenance_pkey" PRIMARY KEY ("package_id")
);

-- CreateTable
CREATE TABLE "trusted_publisher" (
    "skill_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "repository" TEXT NOT NULL,
    "repository_id" TEXT,
    "repository_owner_id" TEXT,
    "workflow" TEXT NOT NULL,
    "environment" TEXT,
    "refs" TEXT[],
    "is_required" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "set_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trusted_publisher_pkey" PRIMARY KEY ("skill_id")
);

-- AddForeignKey
ALTER TABLE "package_provenance" ADD CONSTRAINT "package_provenance_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "skill_package"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trusted_publisher" ADD CONSTRAINT "trusted_publisher_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
