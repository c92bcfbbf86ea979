import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as lifecycle from "@/lib/supply/review/lifecycle";
import { OwnedSkill } from "@/lib/supply/skills/schemas";

export const POST = endpoint(
  {
    operationId: "relistSkill",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Put an unlisted skill back on the marketplace, as it was approved last",
    params: IdParams,
    result: OwnedSkill,
    errors: ["not_approved", "not_submittable", "sales_paused"],
  },
  ({ caller, params }) => lifecycle.relist(caller, params.id),
);
