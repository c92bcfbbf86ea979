import { CreditInput, CreditResult } from "@/lib/administration/account-schemas";
import * as accounts from "@/lib/administration/accounts";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

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
