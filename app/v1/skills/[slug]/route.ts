import * as detail from "@/lib/demand/purchases/skill-detail";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";
import { SkillDetail } from "@/lib/supply/skills/schemas";

export const GET = endpoint(
  {
    operationId: "getSkill",
    access: "catalog",
    tag: "Marketplace",
    summary: "Full details of one skill, with what you may do with it",
    params: SlugParams,
    result: SkillDetail,
  },
  ({ caller, params }) => detail.read(caller, params.slug),
);
