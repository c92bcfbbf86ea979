import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as money from "@/lib/money/payouts/admin";
import { AdminPayoutAccountList, AdminPayoutAccountQuery } from "@/lib/money/payouts/admin-schemas";

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
