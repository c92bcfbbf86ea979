import { ReasonInput } from "@/lib/administration/schemas";
import * as skills from "@/lib/administration/skills";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ReviewedSkill } from "@/lib/review/schemas";

export const POST = endpoint(
  {
    operationId: "adminUnsuspendSkill",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "End a suspension: the approved revision is back on the marketplace",
    params: IdParams,
    body: ReasonInput,
    result: ReviewedSkill,
    errors: ["own_skill_review"],
  },
  ({ caller, params, body }) => skills.unsuspend(caller, params.id, body.reason),
);
