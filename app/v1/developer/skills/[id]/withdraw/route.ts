import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as lifecycle from "@/lib/supply/review/lifecycle";
import { Withdrawal } from "@/lib/supply/review/lifecycle-schemas";
import { OwnedSkill } from "@/lib/supply/skills/schemas";

export const POST = endpoint(
  {
    operationId: "withdrawSkill",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Take a submission back: to a draft, or to the approved revision",
    params: IdParams,
    body: Withdrawal,
    result: OwnedSkill,
    errors: ["not_pending", "not_approved"],
  },
  ({ caller, params, body }) => lifecycle.withdraw(caller, params.id, body),
);
