import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as packages from "@/lib/supply/review/package-files";
import { ReviewedPackage, RevisionQuery } from "@/lib/supply/review/package-schemas";

export const GET = endpoint(
  {
    operationId: "adminGetPackage",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The package of a skill under review: files, changes and findings",
    params: IdParams,
    query: RevisionQuery,
    result: ReviewedPackage,
    errors: ["no_package"],
  },
  ({ params, query }) => packages.get(params.id, query),
);
