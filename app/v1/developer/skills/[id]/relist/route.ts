import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import * as lifecycle from "@/lib/review/lifecycle";
import { OwnedSkill } from "@/lib/skills/schemas";

export const POST = endpoint(
  {
    operationId: "relistSkill",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Put an unlisted skill back on the marketplace, as it was approved last",
    params: IdParams,
    result: OwnedSkill,
    errors: ["not_found", "not_approved", "not_submittable"],
  },
  ({ caller, params }) => lifecycle.relist(caller, params.id),
);
