import * as money from "@/lib/administration/money";
import { AdminPaymentList, AdminPaymentQuery } from "@/lib/administration/money-schemas";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "adminListPayments",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Search the payments of everybody, newest first",
    query: AdminPaymentQuery,
    result: AdminPaymentList,
  },
  ({ query }) => money.payments(query),
);
