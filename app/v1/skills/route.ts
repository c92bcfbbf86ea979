import { BrowseQuery, SkillList } from "@/lib/catalog/schemas";
import * as catalog from "@/lib/catalog/service";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listSkills",
    access: "catalog",
    tag: "Marketplace",
    summary: "Browse and search skills",
    query: BrowseQuery,
    result: SkillList,
  },
  ({ caller, query }) => catalog.browse(query, caller),
);
