import { related } from "@/lib/catalog/related";
import { SkillList } from "@/lib/catalog/schemas";
import { SlugParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listRelatedSkills",
    access: "catalog",
    tag: "Marketplace",
    summary: "Up to four skills that the same accounts use, or that are about the same thing",
    params: SlugParams,
    result: SkillList,
  },
  ({ caller, params }) => related(params.slug, caller),
);
