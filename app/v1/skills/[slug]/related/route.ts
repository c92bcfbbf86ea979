import { related } from "@/lib/catalog/related";
import { SkillList } from "@/lib/catalog/schemas";
import { SlugParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listRelatedSkills",
    access: "catalog",
    tag: "Marketplace",
    summary: "List up to four skills with the same users or the same topic",
    params: SlugParams,
    result: SkillList,
  },
  ({ caller, params }) => related(params.slug, caller),
);
