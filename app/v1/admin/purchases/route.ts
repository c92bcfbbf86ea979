import { AdminPurchaseList, AdminPurchaseQuery } from "@/lib/administration/purchase-schemas";
import * as sales from "@/lib/administration/purchases";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "adminListPurchases",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Search all purchases, newest first",
    query: AdminPurchaseQuery,
    result: AdminPurchaseList,
  },
  ({ query }) => sales.list(query),
);
