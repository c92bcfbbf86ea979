import { MAX_JSON_BYTES } from "@/lib/interfaces/http/body";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { ImportQuery, ImportResult, ImportSource } from "@/lib/supply/importing/schemas";
import * as importing from "@/lib/supply/importing/service";

export const POST = endpoint(
  {
    operationId: "importSkill",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Fill in a skill from a package, a Git repository or an OpenAPI document",
    description:
      "Send a ZIP or `.skill` as `application/zip`, or name the source as JSON. `dry_run=true` shows what would be filled in; send its `digest` to accept just that. With `skill_id`, the source becomes a new revision of your skill.",
    query: ImportQuery,
    body: ImportSource,
    maxBodyBytes: MAX_JSON_BYTES,
    upload: "application/zip",
    result: ImportResult,
    limit: "upload",
    errors: [
      "trusted_publisher_required",
      "not_found",
      "slug_taken",
      "not_submittable",
      "invalid_package",
      "source_changed",
      "too_many_in_flight",
      "upstream_failed",
      "upstream_timeout",
    ],
  },
  ({ caller, query, body, request }) =>
    body ? importing.importSource(caller, body, query) : importing.importUpload(caller, request, query),
);
