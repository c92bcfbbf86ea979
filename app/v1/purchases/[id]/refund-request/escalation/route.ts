import { RefundRequest } from "@/lib/demand/purchases/refund-request-schemas";
import * as requests from "@/lib/demand/purchases/refund-requests";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "escalateRefundRequest",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Ask an administrator to decide a refund that the developer declined",
    params: IdParams,
    result: RefundRequest,
    errors: ["already_requested", "already_decided", "refund_period_over"],
  },
  ({ caller, params }) => requests.escalate(caller, params.id),
);
