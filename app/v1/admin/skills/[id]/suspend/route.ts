import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SkillSuspension } from "@/lib/operator/safety/schemas";
import * as skills from "@/lib/operator/safety/skills";
import { IdParams } from "@/lib/platform/core/fields";
import { ReviewedSkill } from "@/lib/supply/review/schemas";

export const POST = endpoint(
  {
    operationId: "adminSuspendSkill",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Take a skill off the marketplace; the developer sees the reason",
    description: "The response for a private skill has no slug and no content: they are empty or null.",
    params: IdParams,
    body: SkillSuspension,
    result: ReviewedSkill,
  },
  ({ caller, params, body }) => skills.suspend(caller, params.id, body),
);
