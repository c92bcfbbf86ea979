import { OverviewQuery, SkillOverview } from "@/lib/demand/analytics/schemas";
import * as analytics from "@/lib/demand/analytics/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "getAnalytics",
    access: "account",
    tag: "Publishing",
    summary: "Calls, success, latency, revenue and fees of each of your skills",
    query: OverviewQuery,
    result: SkillOverview,
  },
  ({ caller, query }) => analytics.overview(caller, query),
);
