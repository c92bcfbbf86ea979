-- AlterTable
ALTER TABLE "link_request" ADD COLUMN     "account_id" UUID;

ALTER TABLE link_request DROP CONSTRAINT link_request_purpose,
  ADD CONSTRAINT link_request_purpose CHECK (purpose IN ('verify-email', 'reset-password', 'change-email', 'email-changed')),
  ADD CONSTRAINT link_request_account CHECK ((purpose = 'change-email') = (account_id IS NOT NULL));
