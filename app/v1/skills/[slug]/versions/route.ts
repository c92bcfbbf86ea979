import { SlugParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { SkillVersionList, VersionsQuery } from "@/lib/publishing/version-schemas";
import * as versions from "@/lib/publishing/versions";

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
