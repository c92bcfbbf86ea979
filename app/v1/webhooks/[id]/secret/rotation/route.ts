import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { SecretRotation, SigningSecret } from "@/lib/publishing/webhook-secret-schemas";
import * as webhooks from "@/lib/webhooks/service";

export const POST = endpoint(
  {
    operationId: "rotateWebhookSecret",
    access: "account",
    scope: "publish",
    tag: "Webhooks",
    summary: "Rotate a webhook's secret; both secrets sign deliveries during the grace period",
    params: IdParams,
    body: SecretRotation,
    result: SigningSecret,
    errors: ["not_found"],
  },
  ({ caller, params, body }) => webhooks.rotate(caller, params.id, body),
);
