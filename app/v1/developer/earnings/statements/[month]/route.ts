import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as earnings from "@/lib/money/ledger/earnings";
import { StatementParams } from "@/lib/money/ledger/earnings-schemas";

export const GET = endpoint(
  {
    operationId: "downloadStatement",
    access: "account",
    tag: "Earnings",
    summary: "Download the statement of a month",
    description:
      "CSV with a line an entry, oldest first: time, entry, kind, skill, gross, fee, net, and the balance after it.",
    params: StatementParams,
    stream: { type: "text/csv", description: "The statement." },
  },
  ({ caller, params }) => earnings.statementCsv(caller, params.month),
);
