import { ReasonInput } from "@/lib/administration/schemas";
import * as skills from "@/lib/administration/skills";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ReviewedSkill } from "@/lib/review/schemas";

export const POST = endpoint(
  {
    operationId: "adminSuspendSkill",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Take a skill off the marketplace; the developer sees the reason",
    params: IdParams,
    body: ReasonInput,
    result: ReviewedSkill,
  },
  ({ caller, params, body }) => skills.suspend(caller, params.id, body.reason),
);
