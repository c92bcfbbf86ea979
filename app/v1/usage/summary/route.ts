import { endpoint } from "@/lib/http/endpoint";
import { SummaryQuery, UsageSummary } from "@/lib/usage/schemas";
import * as usage from "@/lib/usage/service";

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
