-- CreateTable
CREATE TABLE "attestation" (
    "revision_id" UUID NOT NULL,
    "key_id" TEXT NOT NULL,
    "bundle" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attestation_pkey" PRIMARY KEY ("revision_id")
);

-- CreateTable
CREATE TABLE "attestation_key" (
    "id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_until" TIMESTAMPTZ(3),

    CONSTRAINT "attestation_key_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "attestation" ADD CONSTRAINT "attestation_revision_id_fkey" FOREIGN KEY ("revision_id") REFERENCES "skill_revision"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attestation" ADD CONSTRAINT "attestation_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "attestation_key"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

