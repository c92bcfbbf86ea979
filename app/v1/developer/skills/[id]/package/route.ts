import { endpoint } from "@/lib/interfaces/http/endpoint";
import { bodyStream } from "@/lib/interfaces/http/incoming-body";
import { IdParams } from "@/lib/platform/core/fields";
import { PackageManifest, UploadedPackage } from "@/lib/supply/packages/schemas";
import { PackageQuery } from "@/lib/supply/publishing/schemas";
import * as uploads from "@/lib/supply/publishing/uploads";

export const GET = endpoint(
  {
    operationId: "getPackage",
    access: "account",
    tag: "Publishing",
    summary: "The newest package of one of your skills: files and findings",
    params: IdParams,
    result: PackageManifest,
    errors: ["no_package"],
  },
  ({ caller, params }) => uploads.manifest(caller, params.id),
);

export const PUT = endpoint(
  {
    operationId: "uploadPackage",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Upload an Agent Skills package (ZIP or .skill, at most 50 MB)",
    params: IdParams,
    query: PackageQuery,
    upload: "application/zip",
    result: UploadedPackage,
    limit: "upload",
    errors: ["trusted_publisher_required", "not_submittable", "invalid_package", "too_many_in_flight"],
  },
  ({ caller, params, query, request }) =>
    uploads.upload(
      caller,
      params.id,
      { body: bodyStream(request), headers: request.headers },
      query.submit === "false" ? false : undefined,
    ),
);
