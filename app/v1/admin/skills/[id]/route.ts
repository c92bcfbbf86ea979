import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import * as reviewDetail from "@/lib/review/review-detail";
import { ReviewDetail } from "@/lib/review/schemas";

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
