import { AdminAccount } from "@/lib/administration/account-schemas";
import * as accounts from "@/lib/administration/accounts";
import { ReasonInput } from "@/lib/administration/schemas";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(
  {
    operationId: "adminSuspendAccount",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Suspend an account: its keys and sessions end, its skills leave the marketplace",
    params: IdParams,
    body: ReasonInput,
    result: AdminAccount,
    errors: ["own_account"],
  },
  ({ caller, params, body }) => accounts.suspend(caller, params.id, body.reason),
);
