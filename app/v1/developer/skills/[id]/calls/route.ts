import { CallLog, CallLogQuery } from "@/lib/demand/analytics/schemas";
import * as analytics from "@/lib/demand/analytics/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "listSkillCalls",
    access: "account",
    tag: "Publishing",
    summary: "The calls of one of your skills, newest first, by callers without names",
    params: IdParams,
    query: CallLogQuery,
    result: CallLog,
  },
  ({ caller, params, query }) => analytics.calls(caller, params.id, query),
);
