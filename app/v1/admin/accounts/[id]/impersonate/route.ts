import { ReasonInput } from "@/lib/identity/accounts/admin-schemas";
import * as impersonation from "@/lib/identity/accounts/impersonation";
import { ImpersonationStarted } from "@/lib/identity/accounts/impersonation-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "adminImpersonateAccount",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "View the marketplace as an account sees it, for 15 minutes, without changing anything",
    description:
      "From then on this browser session reads what the account can read, and can't change, run or download anything. The account is notified with the reason. Only for a signed-in user; API keys can't.",
    params: IdParams,
    body: ReasonInput,
    result: ImpersonationStarted,
    errors: ["own_account", "session_required"],
  },
  ({ caller, params, body }) => impersonation.start(caller, params.id, body.reason),
);
