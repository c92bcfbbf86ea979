import { endpoint } from "@/lib/interfaces/http/endpoint";
import { PayoutInput, PayoutList, PayoutQuery, PayoutView } from "@/lib/money/payouts/schemas";
import * as payouts from "@/lib/money/payouts/service";

export const GET = endpoint(
  {
    operationId: "listPayouts",
    access: "account",
    tag: "Earnings",
    summary: "List your payouts, newest first",
    query: PayoutQuery,
    result: PayoutList,
  },
  ({ caller, query }) => payouts.list(caller, query),
);

export const POST = endpoint(
  {
    operationId: "requestPayout",
    access: "account",
    scope: "publish",
    tag: "Earnings",
    summary: "Pay out the available balance, or part of it",
    body: PayoutInput,
    result: PayoutView,
    idempotent: true,
    limit: "spend",
    errors: ["payout_not_ready", "payout_in_progress", "payout_too_small", "insufficient_earnings"],
  },
  ({ caller, body, claimed }) => payouts.request(caller, body, claimed?.key ?? null),
);
