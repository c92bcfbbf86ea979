import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as reviewDetail from "@/lib/supply/review/review-detail";
import { ReviewDetail } from "@/lib/supply/review/schemas";

export const GET = endpoint(
  {
    operationId: "adminGetSkill",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "One skill with what a reviewer judges it by",
    params: IdParams,
    result: ReviewDetail,
  },
  ({ caller, params }) => reviewDetail.get(caller, params.id),
);
