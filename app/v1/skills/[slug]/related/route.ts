import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";
import { related } from "@/lib/supply/catalog/related";
import { SkillList } from "@/lib/supply/catalog/schemas";

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
