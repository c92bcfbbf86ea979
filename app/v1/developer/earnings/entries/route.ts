import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as earnings from "@/lib/money/ledger/earnings";
import { EarningsList, EarningsQuery } from "@/lib/money/ledger/earnings-schemas";

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
