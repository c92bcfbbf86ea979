-- An organization is an account that cannot sign in.
ALTER TABLE "account" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'person';
ALTER TABLE "account" ADD CONSTRAINT "account_kind" CHECK (kind = 'person'
  OR (kind = 'organization' AND role = 'user' AND right(email, 8) = '.invalid' AND NOT email_verified)) NOT VALID;

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "person_id" UUID;

-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "account_id" UUID;

-- AlterTable
ALTER TABLE "install_link" ADD COLUMN     "person_id" UUID;

-- CreateTable
CREATE TABLE "membership" (
    "organization_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("organization_id","person_id"),
    CONSTRAINT "membership_of_another" CHECK (organization_id <> person_id),
    CONSTRAINT "membership_role" CHECK (role IN ('owner', 'billing', 'developer', 'member', 'viewer'))
);

-- CreateTable
CREATE TABLE "member_invitation" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "invited_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_invitation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "member_invitation_role" CHECK (role IN ('owner', 'billing', 'developer', 'member', 'viewer'))
);

-- CreateIndex
CREATE INDEX "membership_person_id_idx" ON "membership"("person_id");

-- CreateIndex
CREATE INDEX "member_invitation_email_idx" ON "member_invitation"("email");

-- CreateIndex
CREATE UNIQUE INDEX "member_invitation_organization_id_email_key" ON "member_invitation"("organization_id", "email");

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_invitation" ADD CONSTRAINT "member_invitation_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Mails that invite a member name the organization.
ALTER TABLE "link_request" DROP CONSTRAINT "link_request_account";
ALTER TABLE "link_request" ADD CONSTRAINT "link_request_account"
  CHECK ((purpose IN ('change-email', 'member-invitation')) = (account_id IS NOT NULL)) NOT VALID;
ALTER TABLE "link_request" DROP CONSTRAINT "link_request_purpose";
ALTER TABLE "link_request" ADD CONSTRAINT "link_request_purpose" CHECK (purpose IN ('verify-email', 'reset-password',
  'change-email', 'email-changed', 'invitation', 'member-invitation')) NOT VALID;
