import { endpoint } from "@/lib/http/endpoint";
import { OrderList, OrderQuery } from "@/lib/payments/schemas";
import * as payments from "@/lib/payments/service";

export const GET = endpoint(
  {
    operationId: "listOrders",
    access: "account",
    tag: "Money",
    summary: "Your top-ups, newest first",
    query: OrderQuery,
    result: OrderList,
  },
  ({ caller, query }) => payments.listOrders(caller, query),
);
