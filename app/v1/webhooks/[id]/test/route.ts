import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { DeliveryView } from "@/lib/webhooks/schemas";
import * as webhooks from "@/lib/webhooks/service";

export const POST = endpoint(
  {
    operationId: "testWebhook",
    access: "account",
    scope: "publish",
    tag: "Webhooks",
    summary: "Send a test event to a webhook; the delivery appears in its log",
    params: IdParams,
    result: DeliveryView,
    limit: "probe",
    errors: ["not_found", "invalid_request"],
  },
  ({ caller, params }) => webhooks.test(caller, params.id),
);
