import { ReasonInput } from "@/lib/identity/accounts/admin-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as skills from "@/lib/operator/safety/skills";
import { IdParams } from "@/lib/platform/core/fields";
import { ReviewedSkill } from "@/lib/supply/review/schemas";

export const POST = endpoint(
  {
    operationId: "adminUnsuspendSkill",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "End a suspension: the approved revision is back on the marketplace",
    description: "The response for a private skill has no slug and no content: they are empty or null.",
    params: IdParams,
    body: ReasonInput,
    result: ReviewedSkill,
    errors: ["own_skill_review"],
  },
  ({ caller, params, body }) => skills.unsuspend(caller, params.id, body.reason),
);
