import * as money from "@/lib/administration/money";
import { AdminPayoutAccountList, AdminPayoutAccountQuery } from "@/lib/administration/money-schemas";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "adminListPayoutAccounts",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Search developers' accounts at the payment processor, newest first",
    query: AdminPayoutAccountQuery,
    result: AdminPayoutAccountList,
  },
  ({ query }) => money.payoutAccounts(query),
);
