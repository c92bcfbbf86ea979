import { endpoint } from "@/lib/http/endpoint";
import * as earnings from "@/lib/ledger/earnings";
import { EarningsList, EarningsQuery } from "@/lib/ledger/earnings-schemas";

export const GET = endpoint(
  {
    operationId: "listEarningsEntries",
    access: "account",
    tag: "Earnings",
    summary: "List every sale, refund and payout of your earnings, newest first",
    query: EarningsQuery,
    result: EarningsList,
  },
  ({ caller, query }) => earnings.list(caller, query),
);
