import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as clock from "@/lib/supply/review/clock";
import { ReviewPlace } from "@/lib/supply/review/clock-schemas";

export const GET = endpoint(
  {
    operationId: "getReviewPlace",
    access: "account",
    tag: "Publishing",
    summary: "The place of one of your skills in the review queue",
    params: IdParams,
    result: ReviewPlace,
  },
  ({ caller, params }) => clock.placeOf(caller, params.id),
);
