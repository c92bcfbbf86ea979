import { ReasonInput } from "@/lib/identity/accounts/admin-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { resume } from "@/lib/supply/review/sales-pauses";
import { ReviewedSkill } from "@/lib/supply/review/schemas";

export const POST = endpoint(
  {
    operationId: "adminResumeSales",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "End a pause of sales: the approved version is back on the marketplace",
    params: IdParams,
    body: ReasonInput,
    result: ReviewedSkill,
    errors: ["own_skill_review"],
  },
  ({ caller, params, body }) => resume(caller, params.id, body.reason),
);
