import { endpoint } from "@/lib/http/endpoint";
import { StatementList } from "@/lib/ledger/earnings/schemas";
import * as earnings from "@/lib/ledger/earnings/service";

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
