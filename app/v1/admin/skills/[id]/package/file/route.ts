import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { PackageFile } from "@/lib/supply/packages/schemas";
import * as packages from "@/lib/supply/review/package-files";
import { FileQuery } from "@/lib/supply/review/package-schemas";

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
    errors: ["no_package"],
  },
  ({ params, query }) => packages.file(params.id, query),
);
