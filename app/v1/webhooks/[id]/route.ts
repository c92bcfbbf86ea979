import { endpoint } from "@/lib/interfaces/http/endpoint";
import { WebhookChange, WebhookView } from "@/lib/interfaces/webhooks/schemas";
import * as webhooks from "@/lib/interfaces/webhooks/service";
import { IdParams } from "@/lib/platform/core/fields";

const about = { access: "account", tag: "Webhooks", params: IdParams, result: WebhookView } as const;

export const GET = endpoint(
  { ...about, operationId: "getWebhook", summary: "Get one of your webhooks" },
  ({ caller, params }) => webhooks.get(caller, params.id),
);

export const PATCH = endpoint(
  {
    ...about,
    operationId: "updateWebhook",
    scope: "publish",
    summary: "Change, disable or enable a webhook",
    body: WebhookChange,
    errors: ["too_many_in_flight"],
  },
  ({ caller, params, body }) => webhooks.change(caller, params.id, body),
);

export const DELETE = endpoint(
  {
    ...about,
    operationId: "deleteWebhook",
    scope: "publish",
    summary: "Delete a webhook and its log",
  },
  ({ caller, params }) => webhooks.remove(caller, params.id),
);
