import { SlugParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import * as detail from "@/lib/purchases/skill-detail";
import { SkillDetail } from "@/lib/skills/schemas";

export const GET = endpoint(
  {
    operationId: "getSkill",
    access: "catalog",
    tag: "Marketplace",
    summary: "Full details of one skill, with what you may do with it",
    params: SlugParams,
    result: SkillDetail,
    errors: ["not_found"],
  },
  ({ caller, params }) => detail.read(caller, params.slug),
);
