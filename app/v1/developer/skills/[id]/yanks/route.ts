import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { Advisory, YankInput } from "@/lib/supply/advisories/schemas";
import * as advisories from "@/lib/supply/advisories/service";

export const POST = endpoint(
  {
    operationId: "yankVersion",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Yank a version of a package: it can't be installed any more, and everyone who has it is warned",
    description:
      "Those who had it can still fetch it by its exact version. To undo it, withdraw the advisory that this returns.",
    params: IdParams,
    body: YankInput,
    result: Advisory,
    limit: "advise",
    idempotent: true,
    errors: ["not_approved"],
  },
  ({ caller, params, body, claimed }) => advisories.yank(caller, { id: params.id, claimed }, body),
);
