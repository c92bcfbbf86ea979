import * as accounts from "@/lib/administration/account-directory";
import { AccountDetail } from "@/lib/administration/account-schemas";
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
    result: AccountDetail,
  },
  ({ params }) => accounts.get(params.id),
);
