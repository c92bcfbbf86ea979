import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { FileQuery, ReviewedFile } from "@/lib/review/packages/schemas";
import * as packages from "@/lib/review/packages/service";

export const GET = endpoint(
  {
    operationId: "adminGetPackageFile",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "A file of a package under review, part by part, with every character that it has",
    params: IdParams,
    query: FileQuery,
    result: ReviewedFile,
    errors: ["not_found", "no_package"],
  },
  ({ params, query }) => packages.file(params.id, query),
);
