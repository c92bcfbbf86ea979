-- The newest decisions, for the waiting time of reviews.
CREATE INDEX "skill_revision_reviewed_at_idx" ON "skill_revision"("reviewed_at");
