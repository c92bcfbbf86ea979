import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as earnings from "@/lib/money/ledger/earnings";
import { StatementList } from "@/lib/money/ledger/earnings-schemas";

export const GET = endpoint(
  {
    operationId: "listStatements",
    access: "account",
    tag: "Earnings",
    summary: "List your monthly statements, newest first",
    result: StatementList,
  },
  ({ caller }) => earnings.statements(caller),
);
