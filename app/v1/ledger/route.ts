import { endpoint } from "@/lib/http/endpoint";
import { LedgerList, LedgerQuery } from "@/lib/ledger/schemas";
import * as ledger from "@/lib/ledger/service";

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
