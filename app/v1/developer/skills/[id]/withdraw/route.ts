import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import * as lifecycle from "@/lib/review/lifecycle";
import { Withdrawal } from "@/lib/review/lifecycle-schemas";
import { OwnedSkill } from "@/lib/skills/schemas";

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
    errors: ["not_found", "not_pending", "not_approved"],
  },
  ({ caller, params, body }) => lifecycle.withdraw(caller, params.id, body),
);
