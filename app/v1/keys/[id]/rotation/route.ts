import { rotate } from "@/lib/identity/keys/rotation";
import { NewKey } from "@/lib/identity/keys/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "rotateKey",
    access: "account",
    tag: "API keys",
    summary: "Rotate a key; the old one works for another 24 hours",
    description:
      "The new key has the same name, scopes, skills, limit and expiry. Both keys spend from one limit, and subscriptions that the old key bought renew by the new one. Its secret is shown once.",
    params: IdParams,
    result: NewKey,
    errors: ["invalid_request"],
    limit: "newKey",
  },
  ({ caller, params }) => rotate(caller, params.id),
);
