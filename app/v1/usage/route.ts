import { UsageList, UsageQuery } from "@/lib/demand/usage/schemas";
import * as usage from "@/lib/demand/usage/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

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
