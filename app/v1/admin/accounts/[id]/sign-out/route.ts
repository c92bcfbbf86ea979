import { AdminAccount } from "@/lib/administration/account-schemas";
import * as accounts from "@/lib/administration/accounts";
import { ReasonInput } from "@/lib/administration/schemas";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

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
