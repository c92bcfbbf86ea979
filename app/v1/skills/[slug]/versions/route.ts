import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";
import { SkillVersionList, VersionsQuery } from "@/lib/supply/publishing/version-schemas";
import * as versions from "@/lib/supply/publishing/versions";

export const GET = endpoint(
  {
    operationId: "listVersions",
    access: "catalog",
    tag: "Marketplace",
    summary: "The approved revisions of a skill, newest first",
    params: SlugParams,
    query: VersionsQuery,
    result: SkillVersionList,
  },
  ({ caller, params, query }) => versions.list(caller, params.slug, query),
);
