import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { SigningSecret } from "@/lib/publishing/webhook-secret-schemas";
import * as webhooks from "@/lib/webhooks/service";

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
    errors: ["not_found"],
  },
  ({ caller, params }) => webhooks.secret(caller, params.id),
);
