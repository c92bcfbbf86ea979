import * as decisions from "@/lib/demand/purchases/refund-decisions";
import { RefundAnswer, RefundRequest } from "@/lib/demand/purchases/refund-request-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

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
    errors: ["already_decided", "nothing_to_refund"],
  },
  ({ caller, params, body }) => decisions.answer(caller, params.id, body),
);
