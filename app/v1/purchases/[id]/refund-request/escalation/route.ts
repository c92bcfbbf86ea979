import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { RefundRequest } from "@/lib/purchases/refund-request-schemas";
import * as requests from "@/lib/purchases/refund-requests";

export const POST = endpoint(
  {
    operationId: "escalateRefundRequest",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Ask an administrator to decide a refund that the developer declined",
    params: IdParams,
    result: RefundRequest,
    errors: ["not_found", "already_requested", "already_decided", "refund_period_over"],
  },
  ({ caller, params }) => requests.escalate(caller, params.id),
);
