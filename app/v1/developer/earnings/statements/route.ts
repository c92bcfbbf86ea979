import { endpoint } from "@/lib/http/endpoint";
import * as earnings from "@/lib/ledger/earnings";
import { StatementList } from "@/lib/ledger/earnings-schemas";

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
