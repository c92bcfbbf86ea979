import { endpoint } from "@/lib/interfaces/http/endpoint";
import { EventParams, RetriedEvent } from "@/lib/operator/system/schemas";
import * as system from "@/lib/operator/system/service";

export const POST = endpoint(
  {
    operationId: "adminRetryPaymentEvent",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Apply a payment event again that waits or has failed",
    params: EventParams,
    result: RetriedEvent,
    errors: ["not_retryable"],
  },
  ({ caller, params }) => system.retryEvent(caller, params.id),
);
