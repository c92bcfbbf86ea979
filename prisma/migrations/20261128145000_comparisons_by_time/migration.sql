CREATE INDEX CONCURRENTLY "comparison_call_called_at_id_idx" ON "comparison_call"("called_at", "id");
