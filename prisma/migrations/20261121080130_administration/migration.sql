-- AlterTable
ALTER TABLE "account" ADD COLUMN     "suspension_reason" TEXT;

-- AlterTable
ALTER TABLE "skill" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspension_reason" TEXT;

-- CreateTable
CREATE TABLE "skill_report" (
    "id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "reporter_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "note" TEXT,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invariant_run" (
    "id" UUID NOT NULL,
    "broken" INTEGER NOT NULL,
    "counts" JSONB NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "actor_id" UUID,
    "ran_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invariant_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "skill_report_state_created_at_idx" ON "skill_report"("state", "created_at");

-- CreateIndex
CREATE INDEX "skill_report_skill_id_created_at_idx" ON "skill_report"("skill_id", "created_at");

-- CreateIndex
CREATE INDEX "skill_report_reporter_id_created_at_idx" ON "skill_report"("reporter_id", "created_at");

-- CreateIndex
CREATE INDEX "invariant_run_ran_at_idx" ON "invariant_run"("ran_at");

-- CreateIndex
CREATE INDEX "account_email_name_idx" ON "account" USING GIN ("email" gin_trgm_ops, "name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "account_created_at_idx" ON "account"("created_at");

-- CreateIndex
CREATE INDEX "audit_event_actor_id_created_at_idx" ON "audit_event"("actor_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_event_action_created_at_idx" ON "audit_event"("action", "created_at");

ALTER TABLE "skill_report" ADD CONSTRAINT "skill_report_kind" CHECK (kind IN ('malware', 'stolen', 'misleading', 'broken', 'other')),
  ADD CONSTRAINT "skill_report_state" CHECK (state IN ('open', 'dismissed', 'warned', 'suspended')),
  ADD CONSTRAINT "skill_report_decided" CHECK ((state = 'open') = (decided_at IS NULL));
-- One account has one open report of a skill, however often it asks.
CREATE UNIQUE INDEX "skill_report_one_open" ON "skill_report" (skill_id, reporter_id) WHERE state = 'open';

-- A suspension has a reason as long as it lasts.
ALTER TABLE "skill" ADD CONSTRAINT "skill_suspension" CHECK ((suspended_at IS NULL) = (suspension_reason IS NULL));
