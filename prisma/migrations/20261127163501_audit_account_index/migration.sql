CREATE INDEX CONCURRENTLY "audit_event_account_id_id_idx" ON "audit_event"("account_id", "id");
