import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { SigningSecret } from "@/lib/supply/publishing/webhook-secret-schemas";
import * as secrets from "@/lib/supply/publishing/webhook-secrets";

export const GET = endpoint(
  {
    operationId: "getSigningSecret",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "The signing secret of one of your skills, by which your endpoint knows our calls",
    params: IdParams,
    result: SigningSecret,
    isUncached: true,
  },
  ({ caller, params }) => secrets.get(caller, params.id),
);
