import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { SecretRotation, SigningSecret } from "@/lib/supply/publishing/webhook-secret-schemas";
import * as secrets from "@/lib/supply/publishing/webhook-secrets";

export const POST = endpoint(
  {
    operationId: "rotateSigningSecret",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Make a new signing secret; calls are signed with both until the grace ends",
    params: IdParams,
    body: SecretRotation,
    result: SigningSecret,
  },
  ({ caller, params, body }) => secrets.rotate(caller, params.id, body),
);

export const DELETE = endpoint(
  {
    operationId: "endSecretRotation",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "End the grace of the previous signing secret now",
    params: IdParams,
    result: SigningSecret,
  },
  ({ caller, params }) => secrets.endGrace(caller, params.id),
);
