import { endpoint } from "@/lib/http/endpoint";
import * as lists from "@/lib/purchases/refund-request-lists";
import { RefundRequestList, RefundRequestQuery } from "@/lib/purchases/refund-request-schemas";

export const GET = endpoint(
  {
    operationId: "listDeveloperRefundRequests",
    access: "account",
    tag: "Publishing",
    summary: "Requests for refunds of your skills; open ones come oldest first",
    query: RefundRequestQuery,
    result: RefundRequestList,
  },
  ({ caller, query }) => lists.listForDeveloper(caller, query),
);
