import * as contents from "@/lib/demand/distribution/contents";
import { PackageFileParams, PackageFileQuery } from "@/lib/demand/distribution/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { PackageFile } from "@/lib/supply/packages/schemas";

export const GET = endpoint(
  {
    operationId: "getPackageFile",
    access: "catalog",
    tag: "Marketplace",
    summary: "A file of the package of a skill, part by part",
    description:
      "Anyone may read SKILL.md, and every file if the developer shows all files. The others need a purchase, unless the package is free.",
    params: PackageFileParams,
    query: PackageFileQuery,
    result: PackageFile,
    errors: ["no_package", "version_yanked", "download_paused", "purchase_required", "not_downloadable"],
  },
  ({ caller, params, query }) => contents.file(caller, params, query.offset),
);
