import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as reviewHistory from "@/lib/supply/review/history";
import { ReviewHistory } from "@/lib/supply/review/schemas";

export const GET = endpoint(
  {
    operationId: "getSkillHistory",
    access: "account",
    tag: "Publishing",
    summary: "Submissions and decisions of one of your skills, newest first",
    params: IdParams,
    result: ReviewHistory,
  },
  ({ caller, params }) => reviewHistory.of(caller, params.id),
);
