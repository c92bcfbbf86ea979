-- CreateTable
CREATE TABLE "company_subject" (
    "organization_id" UUID NOT NULL,
    "subject_hash" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "company_subject_pkey" PRIMARY KEY ("organization_id","subject_hash")
);

-- CreateIndex
CREATE INDEX "company_subject_organization_id_person_id_idx" ON "company_subject"("organization_id", "person_id");

-- AddForeignKey
ALTER TABLE "company_subject" ADD CONSTRAINT "company_subject_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Those who have signed in so far.
INSERT INTO "company_subject"
  SELECT organization_id, encode(sha256(convert_to(issuer || E'\n' || subject, 'UTF8')), 'hex'), account_id, removed_at
    FROM company_identity WHERE issuer IS NOT NULL;
