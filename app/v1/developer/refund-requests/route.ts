import * as lists from "@/lib/demand/purchases/refund-request-lists";
import { RefundRequestList, RefundRequestQuery } from "@/lib/demand/purchases/refund-request-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

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
