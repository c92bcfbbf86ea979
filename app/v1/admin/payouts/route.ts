import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as money from "@/lib/money/payouts/admin";
import { AdminPayoutList, AdminPayoutQuery } from "@/lib/money/payouts/admin-schemas";

export const GET = endpoint(
  {
    operationId: "adminListPayouts",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Search the payouts of every developer, newest first",
    query: AdminPayoutQuery,
    result: AdminPayoutList,
  },
  ({ query }) => money.payouts(query),
);
