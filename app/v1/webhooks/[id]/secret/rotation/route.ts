import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as webhooks from "@/lib/interfaces/webhooks/service";
import { IdParams } from "@/lib/platform/core/fields";
import { SecretRotation, SigningSecret } from "@/lib/supply/publishing/webhook-secret-schemas";

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
  },
  ({ caller, params, body }) => webhooks.rotate(caller, params.id, body),
);
