import * as decisions from "@/lib/demand/purchases/refund-decisions";
import { AdminRefundRequest, RefundDecision } from "@/lib/demand/purchases/refund-request-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "adminDecideRefundRequest",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Decide a request for a refund that the developer declined or left unanswered",
    params: IdParams,
    body: RefundDecision,
    result: AdminRefundRequest,
    errors: ["already_decided", "nothing_to_refund"],
  },
  ({ caller, params, body }) => decisions.decide(caller, params.id, body),
);
