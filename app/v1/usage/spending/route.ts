import * as spending from "@/lib/demand/usage/spending";
import { Spending, SpendingQuery } from "@/lib/demand/usage/spending-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "getSpending",
    access: "account",
    tag: "Money",
    summary: "What you spent, by skill, key or UTC day; this month by default",
    query: SpendingQuery,
    result: Spending,
  },
  ({ caller, query }) => spending.spending(caller, query),
);
