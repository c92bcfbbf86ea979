import { AdminAccount, FeeInput } from "@/lib/administration/account-schemas";
import * as accounts from "@/lib/administration/accounts";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const PUT = endpoint(
  {
    operationId: "adminSetFee",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Give a developer a fee of their own, or the marketplace's fee again",
    params: IdParams,
    body: FeeInput,
    result: AdminAccount,
    errors: ["own_account"],
  },
  ({ caller, params, body }) => accounts.setFee(caller, params.id, body),
);
