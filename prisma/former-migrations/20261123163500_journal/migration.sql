-- The ledger by day, kind of transaction and account, added to by a job: the operator's overview and the journal for accounting.
CREATE TABLE "ledger_day" (
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "debit_micros" BIGINT NOT NULL,
    "credit_micros" BIGINT NOT NULL,
    "entries" BIGINT NOT NULL,

    CONSTRAINT "ledger_day_pkey" PRIMARY KEY ("day", "kind", "account")
);

INSERT INTO rollup_cursor (name) VALUES ('journal');
