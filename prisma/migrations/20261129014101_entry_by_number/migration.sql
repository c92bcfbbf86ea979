-- For the rollups, which go on from the last number, and for checks of a time.
CREATE INDEX CONCURRENTLY "ledger_entry_by_number" ON "ledger_entry" USING BRIN ("id", "created_at")
  WITH (autosummarize='on', pages_per_range=32);
