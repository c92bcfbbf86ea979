import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { PrivateDecision } from "@/lib/supply/review/lifecycle-schemas";
import * as privates from "@/lib/supply/review/private-skills";
import { OwnedSkill } from "@/lib/supply/skills/schemas";

export const POST = endpoint(
  {
    operationId: "decidePrivateSkill",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Approve or reject the waiting version of a private skill",
    description:
      "By a signed-in owner or developer of its organization, other than who submitted it where two people are needed; an API key may not.",
    params: IdParams,
    body: PrivateDecision,
    result: OwnedSkill,
    errors: ["session_required", "not_pending", "revision_changed"],
  },
  ({ caller, params, body }) => privates.decide(caller, params.id, body),
);
