-- A source posts once. The charge of a call has the id of its hold, so that the primary key says it.
CREATE UNIQUE INDEX CONCURRENTLY "ledger_transaction_source" ON "ledger_transaction"("source_type", "source_id")
  WHERE source_type <> 'hold' OR source_id <> id::text;
