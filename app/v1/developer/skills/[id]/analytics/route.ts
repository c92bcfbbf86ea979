import { AnalyticsQuery, SkillFigures } from "@/lib/analytics/schemas";
import * as analytics from "@/lib/analytics/service";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "getSkillAnalytics",
    access: "account",
    tag: "Publishing",
    summary: "One of your skills in figures: calls, callers, errors, latency and revenue, by day",
    params: IdParams,
    query: AnalyticsQuery,
    result: SkillFigures,
    errors: ["not_found"],
  },
  ({ caller, params, query }) => analytics.ofSkill(caller, params.id, query),
);
