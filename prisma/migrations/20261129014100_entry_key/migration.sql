-- The primary key to come: it serves the entries of a transaction, too.
CREATE UNIQUE INDEX CONCURRENTLY "ledger_entry_key" ON "ledger_entry"("transaction_id", "id");
