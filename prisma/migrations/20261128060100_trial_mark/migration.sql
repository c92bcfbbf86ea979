CREATE INDEX CONCURRENTLY "purchase_trial_mark_idx" ON "purchase"("trial_mark");
