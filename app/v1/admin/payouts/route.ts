import * as money from "@/lib/administration/money";
import { AdminPayoutList, AdminPayoutQuery } from "@/lib/administration/money-schemas";
import { endpoint } from "@/lib/http/endpoint";

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
