import { endpoint } from "@/lib/http/endpoint";
import * as lists from "@/lib/purchases/refund-request-lists";
import { AdminRefundRequestList, RefundRequestQuery } from "@/lib/purchases/refund-request-schemas";

export const GET = endpoint(
  {
    operationId: "adminListRefundRequests",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Requests for refunds; those that wait for an administrator come oldest first",
    query: RefundRequestQuery,
    result: AdminRefundRequestList,
  },
  ({ query }) => lists.listForAdmin(query),
);
