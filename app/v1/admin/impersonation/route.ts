import * as impersonation from "@/lib/identity/accounts/impersonation";
import { ImpersonationEnded } from "@/lib/identity/accounts/impersonation-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const DELETE = endpoint(
  {
    operationId: "adminEndImpersonation",
    access: "admin",
    scope: "admin",
    isOfAdministrator: true,
    tag: "Administration",
    summary: "End the view of an account in this browser session",
    result: ImpersonationEnded,
    errors: ["session_required"],
  },
  ({ caller }) => impersonation.end(caller),
);
