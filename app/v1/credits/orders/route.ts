import { endpoint } from "@/lib/interfaces/http/endpoint";
import { OrderList, OrderQuery } from "@/lib/money/payments/schemas";
import * as payments from "@/lib/money/payments/service";

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
