import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as lifecycle from "@/lib/supply/review/lifecycle";
import { Unlisting } from "@/lib/supply/review/lifecycle-schemas";
import { OwnedSkill } from "@/lib/supply/skills/schemas";

export const POST = endpoint(
  {
    operationId: "unlistSkill",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Take a skill off the marketplace; running purchases go on to the end of their period",
    params: IdParams,
    body: Unlisting,
    result: OwnedSkill,
    errors: ["not_approved"],
  },
  ({ caller, params, body }) => lifecycle.unlist(caller, params.id, body),
);
