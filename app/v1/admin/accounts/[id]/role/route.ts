import { AdminAccount, RoleInput } from "@/lib/administration/account-schemas";
import * as accounts from "@/lib/administration/accounts";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const PUT = endpoint(
  {
    operationId: "adminSetRole",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Make an account an administrator, or a user again",
    params: IdParams,
    body: RoleInput,
    result: AdminAccount,
    errors: ["own_account"],
  },
  ({ caller, params, body }) => accounts.setRole(caller, params.id, body),
);
