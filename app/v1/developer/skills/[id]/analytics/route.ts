import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { FiguresQuery, SkillFigures } from "@/lib/usage/figures/schemas";
import * as figures from "@/lib/usage/figures/service";

export const GET = endpoint(
  {
    operationId: "getSkillAnalytics",
    access: "account",
    tag: "Publishing",
    summary: "One of your skills in figures: calls, callers, errors, latency and revenue, by day",
    params: IdParams,
    query: FiguresQuery,
    result: SkillFigures,
    errors: ["not_found"],
  },
  ({ caller, params, query }) => figures.ofSkill(caller, params.id, query),
);
