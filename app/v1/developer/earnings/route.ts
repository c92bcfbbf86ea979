import { endpoint } from "@/lib/http/endpoint";
import { EarningsSummary } from "@/lib/payouts/schemas";
import * as payouts from "@/lib/payouts/service";

export const GET = endpoint(
  {
    operationId: "getEarnings",
    access: "account",
    tag: "Earnings",
    summary: "What your skills have earned: free, held, on its way and paid out",
    result: EarningsSummary,
  },
  ({ caller }) => payouts.summary(caller),
);
