import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import * as older from "@/lib/publishing/older-versions";
import { OlderVersionList } from "@/lib/publishing/version-schemas";

export const GET = endpoint(
  {
    operationId: "listOlderVersions",
    access: "account",
    tag: "Publishing",
    summary: "Versions of one of your skills that a breaking one followed in the last 90 days",
    params: IdParams,
    result: OlderVersionList,
    errors: ["not_found"],
  },
  ({ caller, params }) => older.list(caller, params.id),
);
