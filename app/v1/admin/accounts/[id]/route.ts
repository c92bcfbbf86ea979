import * as accounts from "@/lib/administration/accounts/directory/service";
import { AccountDossier } from "@/lib/administration/accounts/schemas";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "adminGetAccount",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "One account with its keys, sessions, skills, purchases and history",
    params: IdParams,
    result: AccountDossier,
  },
  ({ params }) => accounts.get(params.id),
);
