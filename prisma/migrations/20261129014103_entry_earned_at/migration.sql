CREATE INDEX CONCURRENTLY "ledger_entry_earned_at" ON "ledger_entry"("owner_id", "created_at") WHERE account = 'earnings';
