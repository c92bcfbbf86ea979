import { endpoint } from "@/lib/interfaces/http/endpoint";
import { DeliveryParams, DeliveryView } from "@/lib/interfaces/webhooks/schemas";
import * as webhooks from "@/lib/interfaces/webhooks/service";

export const POST = endpoint(
  {
    operationId: "replayWebhookDelivery",
    access: "account",
    scope: "publish",
    tag: "Webhooks",
    summary: "Resend a delivery with the same id",
    params: DeliveryParams,
    result: DeliveryView,
    limit: "probe",
  },
  ({ caller, params }) => webhooks.replay(caller, params.id, params.delivery),
);
