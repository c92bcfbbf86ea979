import { ConsentAnswer, ConsentInput } from "@/lib/identity/connections/schemas";
import * as connections from "@/lib/identity/connections/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const POST = endpoint(
  {
    operationId: "decideConnection",
    access: "account",
    tag: "API keys",
    summary: "Approve or deny a program's access",
    description:
      "Used by the consent page. Approval creates a limited key for the program. The key is listed with your other keys; revoke it with DELETE /v1/keys/{id}. Requires a signed-in user; API keys can't do it.",
    body: ConsentInput,
    result: ConsentAnswer,
    limit: "newKey",
    errors: ["session_required"],
  },
  ({ caller, body, request }) => connections.decide(caller, body, request.headers),
);
