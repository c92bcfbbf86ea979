import { SessionsEnded } from "@/lib/accounts/session-schemas";
import * as sessions from "@/lib/accounts/sessions";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const DELETE = endpoint(
  {
    operationId: "endSession",
    access: "account",
    tag: "Account",
    summary: "End one browser session",
    description: "For a signed-in person; an API key may not.",
    params: IdParams,
    result: SessionsEnded,
    errors: ["session_required", "not_found"],
  },
  ({ caller, params }) => sessions.end(caller, params.id),
);
