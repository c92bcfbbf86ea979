import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as decisions from "@/lib/supply/review/scheduled-decisions";
import { DecidedSkill } from "@/lib/supply/review/schemas";

export const DELETE = endpoint(
  {
    operationId: "adminUndoDecision",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Undo a scheduled decision about a skill",
    params: IdParams,
    result: DecidedSkill,
    errors: ["not_pending", "own_skill_review"],
  },
  ({ caller, params }) => decisions.undo(caller, params.id),
);
