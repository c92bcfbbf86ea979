import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as packages from "@/lib/supply/review/package-files";
import { RevisionQuery } from "@/lib/supply/review/package-schemas";

export const GET = endpoint(
  {
    operationId: "adminDownloadPackage",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The bytes of a package under review; the audit log notes who took them",
    params: IdParams,
    query: RevisionQuery,
    stream: { type: "application/zip", description: "The package." },
    errors: ["no_package"],
  },
  ({ caller, params, query }) => packages.download(caller, params.id, query),
);
