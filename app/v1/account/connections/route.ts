import { ConsentAnswer, ConsentInput } from "@/lib/connections/schemas";
import * as connections from "@/lib/connections/service";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(
  {
    operationId: "decideConnection",
    access: "account",
    tag: "API keys",
    summary: "Grant or refuse a program access",
    description:
      "What the page of consent sends. It makes a limited key that the program acts as: listed with the others, and ended by DELETE /v1/keys/{id}. For a signed-in person; an API key may not.",
    body: ConsentInput,
    result: ConsentAnswer,
    limit: "newKey",
    errors: ["session_required"],
  },
  ({ caller, body, request }) => connections.decide(caller, body, request.headers),
);
