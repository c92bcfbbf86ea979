import { PurchaseList, PurchaseQuery } from "@/lib/demand/purchases/schemas";
import * as purchases from "@/lib/demand/purchases/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

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
