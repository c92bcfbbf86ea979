CREATE INDEX CONCURRENTLY "ledger_entry_earned" ON "ledger_entry"("owner_id", "id") WHERE account = 'earnings';
