import { endpoint } from "@/lib/interfaces/http/endpoint";
import { BillingStatement, MonthParams } from "@/lib/money/billing/schemas";
import * as statements from "@/lib/money/billing/statements";

export const GET = endpoint(
  {
    operationId: "getBillingStatement",
    access: "account",
    tag: "Money",
    summary: "What came in and went out in a month",
    params: MonthParams,
    result: BillingStatement,
    limit: "export",
  },
  ({ caller, params }) => statements.get(caller, params.month),
);
