import { KeyInput, KeyList, NewKey } from "@/lib/identity/keys/schemas";
import * as keys from "@/lib/identity/keys/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listKeys",
    access: "account",
    tag: "API keys",
    summary: "List your keys; only a prefix of each is shown",
    result: KeyList,
  },
  ({ caller }) => keys.list(caller),
);

export const POST = endpoint(
  {
    operationId: "createKey",
    access: "account",
    tag: "API keys",
    summary: "Create a key; the secret is shown once",
    body: KeyInput,
    result: NewKey,
    limit: "newKey",
  },
  ({ caller, body }) => keys.issue(caller, body),
);
