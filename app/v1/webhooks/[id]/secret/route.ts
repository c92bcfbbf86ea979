import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as webhooks from "@/lib/interfaces/webhooks/service";
import { IdParams } from "@/lib/platform/core/fields";
import { SigningSecret } from "@/lib/supply/publishing/webhook-secret-schemas";

export const GET = endpoint(
  {
    operationId: "getWebhookSecret",
    access: "account",
    scope: "publish",
    tag: "Webhooks",
    summary: "Get the secret that signs a webhook's deliveries",
    params: IdParams,
    result: SigningSecret,
    isUncached: true,
  },
  ({ caller, params }) => webhooks.secret(caller, params.id),
);
