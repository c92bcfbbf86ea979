import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as accounts from "@/lib/operator/directory/accounts";
import { AdminAccount, FeeInput } from "@/lib/operator/directory/schemas";
import { IdParams } from "@/lib/platform/core/fields";

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
