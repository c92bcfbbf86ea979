import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import * as packages from "@/lib/review/package-files";
import { RevisionQuery } from "@/lib/review/package-schemas";

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
    errors: ["not_found", "no_package"],
  },
  ({ caller, params, query }) => packages.download(caller, params.id, query),
);
