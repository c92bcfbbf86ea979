import { AnalyticsQuery, SkillAnalytics } from "@/lib/analytics/schemas";
import * as analytics from "@/lib/analytics/service";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "getSkillAnalytics",
    access: "account",
    tag: "Publishing",
    summary: "Analytics of one of your skills: calls, callers, errors, latency and revenue, by day",
    params: IdParams,
    query: AnalyticsQuery,
    result: SkillAnalytics,
    errors: ["not_found"],
  },
  ({ caller, params, query }) => analytics.ofSkill(caller, params.id, query),
);
