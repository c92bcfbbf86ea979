import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { DeliveryList, DeliveryQuery } from "@/lib/webhooks/schemas";
import * as webhooks from "@/lib/webhooks/service";

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
    errors: ["not_found"],
  },
  ({ caller, params, query }) => webhooks.deliveries(caller, params.id, query),
);
