import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import * as packages from "@/lib/review/package-files";
import { ReviewedPackage, RevisionQuery } from "@/lib/review/package-schemas";

export const GET = endpoint(
  {
    operationId: "adminGetPackage",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The package of a skill under review: its files, what has changed and what was found",
    params: IdParams,
    query: RevisionQuery,
    result: ReviewedPackage,
    errors: ["not_found", "no_package"],
  },
  ({ params, query }) => packages.get(params.id, query),
);
