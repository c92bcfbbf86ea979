import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as accounts from "@/lib/operator/directory/accounts";
import { AdminAccount, RoleInput } from "@/lib/operator/directory/schemas";
import { IdParams } from "@/lib/platform/core/fields";

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
