import { CredentialInput, CredentialParams, SkillCredential, StoredCredential } from "@/lib/demand/credentials/schemas";
import * as credentials from "@/lib/demand/credentials/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

const about = {
  access: "account",
  scope: "purchase",
  tag: "Using skills",
  params: CredentialParams,
} as const;

export const PUT = endpoint(
  {
    ...about,
    operationId: "setCredential",
    summary: "Store a credential for a skill",
    description:
      "The seller receives it with each of your live calls of the skill; test calls and dry runs don't carry it. It is stored encrypted, never shown again, and bound to the skill's endpoint, the place in the call, and the seller: when one of these changes, calls fail with `credential_required` until you store it again. Storing another value replaces it.",
    body: CredentialInput,
    result: SkillCredential,
  },
  ({ caller, params, body }) => credentials.put(caller, params.slug, params.name, body),
);

export const DELETE = endpoint(
  {
    ...about,
    operationId: "removeCredential",
    summary: "Remove a stored credential",
    result: StoredCredential,
  },
  ({ caller, params }) => credentials.remove(caller, params.slug, params.name),
);
