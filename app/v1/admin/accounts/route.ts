import { endpoint } from "@/lib/interfaces/http/endpoint";
import { AccountQuery, AdminAccountList } from "@/lib/operator/directory/schemas";
import * as accounts from "@/lib/operator/directory/service";

export const GET = endpoint(
  {
    operationId: "adminListAccounts",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Search accounts, newest first",
    query: AccountQuery,
    result: AdminAccountList,
  },
  ({ query }) => accounts.list(query),
);
