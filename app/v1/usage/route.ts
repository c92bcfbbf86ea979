import { endpoint } from "@/lib/http/endpoint";
import { UsageList, UsageQuery } from "@/lib/usage/schemas";
import * as usage from "@/lib/usage/service";

export const GET = endpoint(
  {
    operationId: "listUsage",
    access: "account",
    tag: "Money",
    summary: "Your calls and downloads, newest first",
    query: UsageQuery,
    result: UsageList,
  },
  ({ caller, query }) => usage.list(caller, query),
);
