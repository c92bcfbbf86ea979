import { KeyChange, KeyRecord } from "@/lib/identity/keys/schemas";
import * as keys from "@/lib/identity/keys/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const PATCH = endpoint(
  {
    operationId: "updateKey",
    access: "account",
    tag: "API keys",
    summary: "Rename, disable, enable or limit a key",
    params: IdParams,
    body: KeyChange,
    result: KeyRecord,
  },
  ({ caller, params, body }) => keys.update(caller, params.id, body),
);

export const DELETE = endpoint(
  {
    operationId: "revokeKey",
    access: "account",
    // Anyone who finds a leaked key can revoke it, whatever its scopes.
    scope: null,
    tag: "API keys",
    summary: "Revoke a key permanently",
    description: "Any key may end itself.",
    params: IdParams,
    result: KeyRecord,
  },
  ({ caller, params }) => keys.revoke(caller, params.id),
);
