import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { Assignee, AssignmentInput } from "@/lib/supply/review/assignment-schemas";
import * as assignments from "@/lib/supply/review/assignments";

export const PUT = endpoint(
  {
    operationId: "adminAssignSkill",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Take a submission that waits for review, or give it back",
    params: IdParams,
    body: AssignmentInput,
    result: Assignee,
    errors: ["not_pending"],
  },
  ({ caller, params, body }) => assignments.assign(caller, params.id, body),
);
