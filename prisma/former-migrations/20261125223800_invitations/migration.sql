CREATE TABLE "invitation" (
    "email" TEXT NOT NULL,
    "invited_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "accepted_at" TIMESTAMPTZ(3),
    CONSTRAINT "invitation_pkey" PRIMARY KEY ("email")
);
CREATE INDEX "invitation_created_at_idx" ON "invitation"("created_at");

ALTER TABLE "link_request" DROP CONSTRAINT "link_request_purpose";
ALTER TABLE "link_request" ADD CONSTRAINT "link_request_purpose"
  CHECK ("purpose" IN ('verify-email', 'reset-password', 'change-email', 'email-changed', 'invitation'));
