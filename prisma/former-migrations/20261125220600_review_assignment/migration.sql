CREATE TABLE "review_assignment" (
    "skill_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "review_assignment_pkey" PRIMARY KEY ("skill_id"),
    CONSTRAINT "review_assignment_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "review_assignment_account_id_idx" ON "review_assignment"("account_id");
