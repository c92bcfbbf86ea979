import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as older from "@/lib/supply/publishing/older-versions";
import { OlderVersionList } from "@/lib/supply/publishing/version-schemas";

export const GET = endpoint(
  {
    operationId: "listOlderVersions",
    access: "account",
    tag: "Publishing",
    summary: "Versions of one of your skills that a breaking one followed in the last 90 days",
    params: IdParams,
    result: OlderVersionList,
  },
  ({ caller, params }) => older.list(caller, params.id),
);
