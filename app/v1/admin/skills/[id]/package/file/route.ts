import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { PackageFile } from "@/lib/packages/schemas";
import * as packages from "@/lib/review/package-files";
import { FileQuery } from "@/lib/review/package-schemas";

export const GET = endpoint(
  {
    operationId: "adminGetPackageFile",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "A file of a package under review, part by part, with every character that it has",
    params: IdParams,
    query: FileQuery,
    result: PackageFile,
    errors: ["not_found", "no_package"],
  },
  ({ params, query }) => packages.file(params.id, query),
);
