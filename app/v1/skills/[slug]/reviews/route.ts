import { RatingInput, RatingList, RatingQuery, RatingView } from "@/lib/demand/ratings/schemas";
import * as ratings from "@/lib/demand/ratings/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "listReviews",
    access: "catalog",
    tag: "Marketplace",
    summary: "List the reviews of a skill",
    params: SlugParams,
    query: RatingQuery,
    result: RatingList,
  },
  ({ caller, params, query }) => ratings.list(caller, params.slug, query),
);

export const PUT = endpoint(
  {
    operationId: "writeReview",
    access: "account",
    scope: "purchase",
    tag: "Marketplace",
    summary: "Write or replace your review of a skill that you have bought, or called successfully three times",
    params: SlugParams,
    body: RatingInput,
    result: RatingView,
    errors: ["own_skill", "review_not_allowed"],
  },
  ({ caller, params, body }) => ratings.put(caller, params.slug, body),
);

export const DELETE = endpoint(
  {
    operationId: "deleteReview",
    access: "account",
    scope: "purchase",
    tag: "Marketplace",
    summary: "Remove your review",
    params: SlugParams,
    result: RatingView,
  },
  ({ caller, params }) => ratings.remove(caller, params.slug),
);
