import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { ReviewHistory } from "@/lib/supply/review/schemas";
import * as review from "@/lib/supply/review/service";

export const GET = endpoint(
  {
    operationId: "getSkillHistory",
    access: "account",
    tag: "Publishing",
    summary: "Submissions and decisions of one of your skills, newest first",
    params: IdParams,
    result: ReviewHistory,
  },
  ({ caller, params }) => review.history(caller, params.id),
);
