import * as replies from "@/lib/demand/ratings/replies";
import { OwnReviewsQuery, RatingList } from "@/lib/demand/ratings/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "listOwnSkillReviews",
    access: "account",
    tag: "Publishing",
    summary: "Reviews of one of your skills, newest first",
    params: IdParams,
    query: OwnReviewsQuery,
    result: RatingList,
  },
  ({ caller, params, query }) => replies.list(caller, params.id, query),
);
