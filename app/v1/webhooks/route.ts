import { endpoint } from "@/lib/interfaces/http/endpoint";
import { WebhookInput, WebhookList, WebhookView } from "@/lib/interfaces/webhooks/schemas";
import * as webhooks from "@/lib/interfaces/webhooks/service";

export const GET = endpoint(
  {
    operationId: "listWebhooks",
    access: "account",
    tag: "Webhooks",
    summary: "Your webhooks",
    result: WebhookList,
  },
  ({ caller }) => webhooks.list(caller),
);

export const POST = endpoint(
  {
    operationId: "createWebhook",
    access: "account",
    scope: "publish",
    tag: "Webhooks",
    summary: "Create a webhook endpoint",
    description: "At most 10 per account. Get its `secret` to verify deliveries.",
    body: WebhookInput,
    result: WebhookView,
    idempotent: true,
    errors: ["too_many_in_flight"],
  },
  ({ caller, body }) => webhooks.create(caller, body),
);
