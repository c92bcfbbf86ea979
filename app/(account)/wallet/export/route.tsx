import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as ledger from "@/lib/money/ledger/service";
import { type CsvColumns, csvFile, inParts } from "@/lib/platform/core/csv";

type Row = Awaited<ReturnType<typeof ledger.list>>["data"][number];
const COLUMNS: CsvColumns<Row> = [
  ["id", ({ id }) => id],
  ["time", ({ created_at }) => created_at.toISOString()],
  ["kind", ({ kind }) => kind],
  ["subject", ({ subject }) => subject],
  ["amount_credits", ({ amount }) => amount],
  ["balance_after_credits", ({ balance_after }) => balance_after],
];

export const GET = endpoint(
  {
    access: "account",
    tag: "Money",
    summary: "Transactions of the wallet as a file",
    limit: "export",
    stream: { type: "text/csv", description: "The newest 10,000 transactions." },
  },
  ({ caller }) => csvFile("ledger.csv", COLUMNS, inParts(ledger.reader(caller))),
);
