import { endpoint } from "@/lib/interfaces/http/endpoint";
import { BrowseQuery, SkillList } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";

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
