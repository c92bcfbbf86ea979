import { endpoint } from "@/lib/interfaces/http/endpoint";
import { EarningsSummary } from "@/lib/money/payouts/schemas";
import * as payouts from "@/lib/money/payouts/service";

export const GET = endpoint(
  {
    operationId: "getEarnings",
    access: "account",
    tag: "Earnings",
    summary: "Your earnings: available, held, in transit and paid out",
    result: EarningsSummary,
  },
  ({ caller }) => payouts.summary(caller),
);
