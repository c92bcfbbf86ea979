ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_pkey",
  ADD CONSTRAINT "ledger_entry_pkey" PRIMARY KEY USING INDEX "ledger_entry_key";
DROP INDEX "ledger_entry_transaction_id_idx", "ledger_entry_account_owner_id_id_idx", "ledger_entry_earnings",
  "ledger_entry_by_time";
