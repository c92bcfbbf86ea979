import { endpoint } from "@/lib/interfaces/http/endpoint";
import { AccountDetail } from "@/lib/operator/directory/schemas";
import * as accounts from "@/lib/operator/directory/service";
import { IdParams } from "@/lib/platform/core/fields";

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
