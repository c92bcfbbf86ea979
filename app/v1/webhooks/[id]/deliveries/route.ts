import { endpoint } from "@/lib/interfaces/http/endpoint";
import { DeliveryList, DeliveryQuery } from "@/lib/interfaces/webhooks/schemas";
import * as webhooks from "@/lib/interfaces/webhooks/service";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "listWebhookDeliveries",
    access: "account",
    tag: "Webhooks",
    summary: "List a webhook's deliveries with the responses, newest first",
    description: "Kept for 30 days.",
    params: IdParams,
    query: DeliveryQuery,
    result: DeliveryList,
  },
  ({ caller, params, query }) => webhooks.deliveries(caller, params.id, query),
);
