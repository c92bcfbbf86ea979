import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { NewKey } from "@/lib/keys/schemas";
import * as keys from "@/lib/keys/service";

export const POST = endpoint(
  {
    operationId: "rotateKey",
    access: "account",
    tag: "API keys",
    summary: "Replace a key; the former one works for another 24 hours",
    description: "The new key has the same name, scopes, skills, limit and expiry. Its secret is shown once.",
    params: IdParams,
    result: NewKey,
    errors: ["not_found", "invalid_request"],
    limit: "newKey",
  },
  ({ caller, params }) => keys.rotate(caller, params.id),
);
