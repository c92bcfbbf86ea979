-- CreateTable
CREATE TABLE "package_bundle" (
    "package_id" UUID NOT NULL,
    "bundle" JSONB NOT NULL,
    "signer" TEXT NOT NULL,
    "issuer" TEXT,
    "verified_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "package_bundle_pkey" PRIMARY KEY ("package_id")
);

-- AddForeignKey
ALTER TABLE "package_bundle" ADD CONSTRAINT "package_bundle_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "skill_package"("id") ON DELETE CASCADE ON UPDATE CASCADE;
