import * as lists from "@/lib/demand/purchases/refund-request-lists";
import { AdminRefundRequestList, RefundRequestQuery } from "@/lib/demand/purchases/refund-request-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

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
