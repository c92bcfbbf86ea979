-- Last, since the former release's `ledger_post` needs this index: the functions of prisma/sql come right after.
DROP INDEX "ledger_transaction_source_type_source_id_key";
