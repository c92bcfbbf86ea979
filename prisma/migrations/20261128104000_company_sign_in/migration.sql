-- AlterTable
ALTER TABLE "session" ADD COLUMN     "company_at" TIMESTAMPTZ(3),
ADD COLUMN     "company_id" UUID,
ADD COLUMN     "company_only" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "session" ADD CONSTRAINT "session_company"
  CHECK ((company_id IS NULL) = (company_at IS NULL) AND (company_id IS NOT NULL OR NOT company_only)) NOT VALID;

-- CreateTable
CREATE TABLE "organization_sign_in" (
    "organization_id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret" TEXT NOT NULL,
    "default_role" TEXT NOT NULL DEFAULT 'member',
    "obligatory" BOOLEAN NOT NULL DEFAULT false,
    "way_in_id" UUID,
    "worked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_sign_in_pkey" PRIMARY KEY ("organization_id")
);
ALTER TABLE "organization_sign_in" ADD CONSTRAINT "organization_sign_in_default_role"
  CHECK (default_role IN ('billing', 'developer', 'member', 'viewer'));
-- One owner keeps a way in.
ALTER TABLE "organization_sign_in" ADD CONSTRAINT "organization_sign_in_way_in"
  CHECK (way_in_id IS NOT NULL OR NOT obligatory);

-- CreateTable
CREATE TABLE "company_identity" (
    "organization_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "issuer" TEXT,
    "subject" TEXT,
    "linked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "company_identity_pkey" PRIMARY KEY ("organization_id","account_id")
);
ALTER TABLE "company_identity" ADD CONSTRAINT "company_identity_whole"
  CHECK ((issuer IS NULL) = (subject IS NULL) AND (issuer IS NOT NULL OR removed_at IS NOT NULL));

-- A domain belongs to one organization.
CREATE UNIQUE INDEX "organization_sign_in_one_domain" ON "organization_sign_in"("domain") WHERE (verified_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "organization_sign_in_checked_at_idx" ON "organization_sign_in"("checked_at");

-- CreateIndex
CREATE INDEX "company_identity_account_id_idx" ON "company_identity"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "company_identity_organization_id_issuer_subject_key" ON "company_identity"("organization_id", "issuer", "subject");

-- AddForeignKey
ALTER TABLE "organization_sign_in" ADD CONSTRAINT "organization_sign_in_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_identity" ADD CONSTRAINT "company_identity_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_identity" ADD CONSTRAINT "company_identity_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
