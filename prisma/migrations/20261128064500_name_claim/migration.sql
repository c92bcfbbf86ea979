-- CreateTable
CREATE TABLE "name_claim" (
    "id" UUID NOT NULL,
    "claimant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "skill_id" UUID,
    "domain" TEXT,
    "evidence" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "holder_id" UUID NOT NULL,
    "reason" TEXT,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "appeal" TEXT,
    "appealed_by" UUID,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "name_claim_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "name_claim_claimant_id_created_at_idx" ON "name_claim"("claimant_id", "created_at");

-- CreateIndex
CREATE INDEX "name_claim_holder_id_created_at_idx" ON "name_claim"("holder_id", "created_at");

-- CreateIndex
CREATE INDEX "name_claim_state_due_at_idx" ON "name_claim"("state", "due_at");
