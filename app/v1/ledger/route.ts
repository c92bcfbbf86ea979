import { endpoint } from "@/lib/interfaces/http/endpoint";
import { LedgerList, LedgerQuery } from "@/lib/money/ledger/schemas";
import * as ledger from "@/lib/money/ledger/service";

export const GET = endpoint(
  {
    operationId: "listLedgerEntries",
    access: "account",
    tag: "Money",
    summary: "Every movement of your credits, newest first",
    query: LedgerQuery,
    result: LedgerList,
  },
  ({ caller, query }) => ledger.list(caller, query),
);
