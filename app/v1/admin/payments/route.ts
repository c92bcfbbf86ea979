import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as money from "@/lib/money/payouts/admin";
import { AdminPaymentList, AdminPaymentQuery } from "@/lib/money/payouts/admin-schemas";

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
