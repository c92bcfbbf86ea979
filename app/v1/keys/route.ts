import { endpoint } from "@/lib/http/endpoint";
import { KeyInput, KeyList, NewKey } from "@/lib/keys/schemas";
import * as keys from "@/lib/keys/service";

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
