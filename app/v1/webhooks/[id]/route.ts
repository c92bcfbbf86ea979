import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { WebhookChange, WebhookView } from "@/lib/webhooks/schemas";
import * as webhooks from "@/lib/webhooks/service";

const about = { access: "account", tag: "Webhooks", params: IdParams, result: WebhookView } as const;

export const GET = endpoint(
  { ...about, operationId: "getWebhook", summary: "Get one of your webhooks", errors: ["not_found"] },
  ({ caller, params }) => webhooks.get(caller, params.id),
);

export const PATCH = endpoint(
  {
    ...about,
    operationId: "updateWebhook",
    scope: "publish",
    summary: "Change, disable or enable a webhook",
    body: WebhookChange,
    errors: ["not_found", "too_many_in_flight"],
  },
  ({ caller, params, body }) => webhooks.change(caller, params.id, body),
);

export const DELETE = endpoint(
  {
    ...about,
    operationId: "deleteWebhook",
    scope: "publish",
    summary: "Delete a webhook and its log",
    errors: ["not_found"],
  },
  ({ caller, params }) => webhooks.remove(caller, params.id),
);
