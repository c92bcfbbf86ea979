import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import * as replies from "@/lib/ratings/replies";
import { OwnReviewsQuery, RatingList } from "@/lib/ratings/schemas";

export const GET = endpoint(
  {
    operationId: "listOwnSkillReviews",
    access: "account",
    tag: "Publishing",
    summary: "Reviews of one of your skills, newest first",
    params: IdParams,
    query: OwnReviewsQuery,
    result: RatingList,
    errors: ["not_found"],
  },
  ({ caller, params, query }) => replies.list(caller, params.id, query),
);
