-- CreateTable
CREATE TABLE "scheduled_decision" (
    "skill_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "key_id" UUID,
    "revision" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "reason" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scheduled_decision_pkey" PRIMARY KEY ("skill_id")
);

-- CreateIndex
CREATE INDEX "scheduled_decision_due_at_idx" ON "scheduled_decision"("due_at");

-- AddForeignKey
ALTER TABLE "scheduled_decision" ADD CONSTRAINT "scheduled_decision_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
