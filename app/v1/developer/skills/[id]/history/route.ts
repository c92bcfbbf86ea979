import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ReviewHistory } from "@/lib/review/schemas";
import * as review from "@/lib/review/service";

export const GET = endpoint(
  {
    operationId: "getSkillHistory",
    access: "account",
    tag: "Publishing",
    summary: "Submissions and decisions of one of your skills, newest first",
    params: IdParams,
    result: ReviewHistory,
    errors: ["not_found"],
  },
  ({ caller, params }) => review.history(caller, params.id),
);
