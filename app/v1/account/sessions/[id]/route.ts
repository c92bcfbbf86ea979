import { SessionsEnded } from "@/lib/identity/accounts/session-schemas";
import * as sessions from "@/lib/identity/accounts/sessions";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const DELETE = endpoint(
  {
    operationId: "endSession",
    access: "account",
    tag: "Account",
    summary: "End one browser session",
    description: "For a signed-in person; an API key may not.",
    params: IdParams,
    result: SessionsEnded,
    errors: ["session_required"],
  },
  ({ caller, params }) => sessions.end(caller, params.id),
);
