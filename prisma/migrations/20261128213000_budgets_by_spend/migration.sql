CREATE INDEX CONCURRENTLY "budget_spend_id_idx" ON "budget"("spend_id");
