import * as lists from "@/lib/demand/purchases/refund-request-lists";
import { RefundRequest, RefundRequestInput } from "@/lib/demand/purchases/refund-request-schemas";
import * as requests from "@/lib/demand/purchases/refund-requests";
import { requireKeyAllowsPurchase } from "@/lib/demand/purchases/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "getRefundRequest",
    access: "account",
    tag: "Money",
    summary: "The newest request for a refund of a purchase",
    params: IdParams,
    result: RefundRequest,
  },
  ({ caller, params }) => lists.ofPurchase(caller, params.id),
);

export const POST = endpoint(
  {
    operationId: "requestRefund",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Request a refund of a purchase's newest charge",
    description:
      "The developer decides within 3 days, or an administrator does. The request stops the renewal; the purchase works until it is refunded.",
    params: IdParams,
    body: RefundRequestInput,
    result: RefundRequest,
    idempotent: true,
    allows: (caller, { id }) => requireKeyAllowsPurchase(caller, id),
    errors: ["already_refunded", "already_requested", "nothing_to_refund", "refund_period_over"],
  },
  ({ caller, params, body, claimed }) => requests.create(caller, params.id, body, claimed),
);
