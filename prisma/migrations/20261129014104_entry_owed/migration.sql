CREATE INDEX CONCURRENTLY "ledger_entry_owed" ON "ledger_entry"("owner_id", "created_at") WHERE account = 'receivable';
