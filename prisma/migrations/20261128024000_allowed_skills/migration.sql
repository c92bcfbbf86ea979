-- AlterTable
ALTER TABLE "account" ADD COLUMN     "allowed_only" TEXT NOT NULL DEFAULT 'off';
ALTER TABLE "account" ADD CONSTRAINT "account_allowed_only"
  CHECK (allowed_only IN ('off', 'skills', 'versions')) NOT VALID;

-- CreateTable
CREATE TABLE "allowed_skill" (
    "account_id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "version" INTEGER,
    "asked_by" UUID,
    "asked_at" TIMESTAMPTZ(3),
    "note" TEXT NOT NULL DEFAULT '',
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "allowed_skill_pkey" PRIMARY KEY ("account_id","skill_id")
);

-- AddForeignKey
ALTER TABLE "allowed_skill" ADD CONSTRAINT "allowed_skill_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- It gets a parameter: prisma/sql has it.
DROP FUNCTION IF EXISTS access_quote;
