import { ReasonInput } from "@/lib/identity/accounts/admin-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as accounts from "@/lib/operator/directory/accounts";
import { AdminAccount } from "@/lib/operator/directory/schemas";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "adminSignOutAccount",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "End every browser session of an account; its keys stay",
    params: IdParams,
    body: ReasonInput,
    result: AdminAccount,
    errors: ["own_account"],
  },
  ({ caller, params, body }) => accounts.signOut(caller, params.id, body.reason),
);
