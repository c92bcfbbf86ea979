import * as money from "@/lib/administration/money";
import { AdminDisputeList, AdminDisputeQuery } from "@/lib/administration/money-schemas";
import { endpoint } from "@/lib/http/endpoint";

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
