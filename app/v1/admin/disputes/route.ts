import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as money from "@/lib/money/payouts/admin";
import { AdminDisputeList, AdminDisputeQuery } from "@/lib/money/payouts/admin-schemas";

export const GET = endpoint(
  {
    operationId: "adminListDisputes",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Search the disputes of payments, newest first",
    query: AdminDisputeQuery,
    result: AdminDisputeList,
  },
  ({ query }) => money.disputes(query),
);
