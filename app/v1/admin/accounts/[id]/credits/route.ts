import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as accounts from "@/lib/operator/directory/accounts";
import { CreditInput, CreditResult } from "@/lib/operator/directory/schemas";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "adminGrantCredits",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Give an account credits of the marketplace's own",
    params: IdParams,
    body: CreditInput,
    result: CreditResult,
    idempotent: true,
    errors: ["own_account"],
  },
  ({ caller, params, body, claimed }) => accounts.credit(caller, params.id, body, claimed),
);
