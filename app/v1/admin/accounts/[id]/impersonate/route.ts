import * as impersonation from "@/lib/administration/impersonation";
import { ImpersonationStarted } from "@/lib/administration/impersonation-schemas";
import { ReasonInput } from "@/lib/administration/schemas";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(
  {
    operationId: "adminImpersonateAccount",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "View the marketplace as an account sees it, for 15 minutes, without changing anything",
    description:
      "From then on this browser session reads what the account would read; it can change, run and download nothing. The account is notified with the reason. For a signed-in person; an API key may not.",
    params: IdParams,
    body: ReasonInput,
    result: ImpersonationStarted,
    errors: ["own_account", "session_required"],
  },
  ({ caller, params, body }) => impersonation.start(caller, params.id, body.reason),
);
