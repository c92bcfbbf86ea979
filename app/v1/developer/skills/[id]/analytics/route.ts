import { AnalyticsQuery, SkillAnalytics } from "@/lib/demand/analytics/schemas";
import * as analytics from "@/lib/demand/analytics/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "getSkillAnalytics",
    access: "account",
    tag: "Publishing",
    summary: "Analytics of one of your skills: calls, callers, errors, latency and revenue, by day",
    params: IdParams,
    query: AnalyticsQuery,
    result: SkillAnalytics,
  },
  ({ caller, params, query }) => analytics.ofSkill(caller, params.id, query),
);
