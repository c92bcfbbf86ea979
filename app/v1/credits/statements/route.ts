import { endpoint } from "@/lib/interfaces/http/endpoint";
import { BillingMonthList } from "@/lib/money/billing/schemas";
import * as statements from "@/lib/money/billing/statements";

export const GET = endpoint(
  {
    operationId: "listBillingMonths",
    access: "account",
    tag: "Money",
    summary: "The months that have a statement, newest first",
    result: BillingMonthList,
  },
  ({ caller }) => statements.months(caller),
);
