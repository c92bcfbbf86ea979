import * as accounts from "@/lib/administration/account-directory";
import { AccountQuery, AdminAccountList } from "@/lib/administration/account-schemas";
import { endpoint } from "@/lib/http/endpoint";

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
