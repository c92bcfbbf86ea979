CREATE INDEX CONCURRENTLY "ledger_entry_wallet" ON "ledger_entry"("owner_id", "id") WHERE account = 'wallet';
