-- They have more parameters now.
DROP FUNCTION IF EXISTS execution_reserve;
DROP FUNCTION IF EXISTS purchase_buy;

-- CreateTable
CREATE TABLE "approval" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "skill_version" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "price_micros" BIGINT NOT NULL,
    "digest" BYTEA NOT NULL,
    "parameters" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "scope" TEXT,
    "left_micros" BIGINT NOT NULL DEFAULT 0,
    "reason" TEXT,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "approval_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "approval_kind" CHECK (kind IN ('execute', 'download', 'purchase')),
    CONSTRAINT "approval_state" CHECK (state IN ('pending', 'approved', 'refused')),
    CONSTRAINT "approval_scope" CHECK ((state = 'approved') <= (scope IN ('once', 'skill'))),
    CONSTRAINT "approval_left" CHECK (left_micros >= 0)
);

-- CreateIndex
CREATE INDEX "approval_account_id_created_at_id_idx" ON "approval"("account_id", "created_at", "id");
-- The same request waits once.
CREATE UNIQUE INDEX "approval_waiting" ON "approval"("account_id", "key_id", "skill_id", "skill_version", "price_micros", "digest")
    WHERE state = 'pending';

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "hold" ADD COLUMN     "approval_id" UUID;

-- AlterTable
ALTER TABLE "wallet" ADD COLUMN     "ask_above_micros" BIGINT;
