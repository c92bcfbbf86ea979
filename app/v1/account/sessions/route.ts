import { EndSessionsQuery, SessionList, SessionsEnded } from "@/lib/identity/accounts/session-schemas";
import * as sessions from "@/lib/identity/accounts/sessions";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listSessions",
    access: "account",
    tag: "Account",
    summary: "List your browser sessions",
    description: "For a signed-in person; an API key may not.",
    result: SessionList,
    errors: ["session_required"],
  },
  ({ caller }) => sessions.list(caller),
);

export const DELETE = endpoint(
  {
    operationId: "endSessions",
    access: "account",
    tag: "Account",
    summary: "Sign out everywhere, or everywhere else",
    description: "API keys stay as they are. For a signed-in person; an API key may not.",
    query: EndSessionsQuery,
    result: SessionsEnded,
    errors: ["session_required"],
  },
  ({ caller, query }) => sessions.endAll(caller, { keepCurrent: query.keep_current === "true" }),
);
