import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import * as decisions from "@/lib/purchases/refund-decisions";
import { RefundAnswer, RefundRequest } from "@/lib/purchases/refund-request-schemas";

export const POST = endpoint(
  {
    operationId: "answerRefundRequest",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Refund or decline a request for a refund of one of your skills",
    params: IdParams,
    body: RefundAnswer,
    result: RefundRequest,
    errors: ["not_found", "already_decided", "nothing_to_refund"],
  },
  ({ caller, params, body }) => decisions.answer(caller, params.id, body),
);
