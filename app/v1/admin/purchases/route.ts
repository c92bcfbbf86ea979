import * as sales from "@/lib/demand/purchases/admin";
import { AdminPurchaseList, AdminPurchaseQuery } from "@/lib/demand/purchases/admin-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

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
