import * as system from "@/lib/administration/system";
import { EventParams, RetriedEvent } from "@/lib/administration/system-schemas";
import { endpoint } from "@/lib/http/endpoint";

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
