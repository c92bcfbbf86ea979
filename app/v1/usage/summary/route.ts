import { SummaryQuery, UsageSummary } from "@/lib/demand/usage/schemas";
import * as usage from "@/lib/demand/usage/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "getUsageSummary",
    access: "account",
    tag: "Money",
    summary: "Your calls per UTC day or hour, and skill",
    query: SummaryQuery,
    result: UsageSummary,
  },
  ({ caller, query }) => usage.summarise(caller, query),
);
