import { endpoint } from "@/lib/http/endpoint";
import { PurchaseList, PurchaseQuery } from "@/lib/purchases/schemas";
import * as purchases from "@/lib/purchases/service";

export const GET = endpoint(
  {
    operationId: "listPurchases",
    access: "account",
    tag: "Money",
    summary: "List purchased skills",
    query: PurchaseQuery,
    result: PurchaseList,
  },
  ({ caller, query }) => purchases.list(caller, query),
);
