import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as older from "@/lib/supply/publishing/older-versions";
import { OlderVersion, OlderVersionChange, OlderVersionParams } from "@/lib/supply/publishing/version-schemas";

export const PATCH = endpoint(
  {
    operationId: "updateOlderVersion",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "End calls of an older version immediately, or allow them again within its 90 days",
    params: OlderVersionParams,
    body: OlderVersionChange,
    result: OlderVersion,
    errors: ["version_unavailable"],
  },
  ({ caller, params, body }) => older.setCallable(caller, params, body.callable),
);
