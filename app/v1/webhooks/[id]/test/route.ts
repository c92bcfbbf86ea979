import { endpoint } from "@/lib/interfaces/http/endpoint";
import { DeliveryView } from "@/lib/interfaces/webhooks/schemas";
import * as webhooks from "@/lib/interfaces/webhooks/service";
import { IdParams } from "@/lib/platform/core/fields";

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
    errors: ["invalid_request"],
  },
  ({ caller, params }) => webhooks.test(caller, params.id),
);
