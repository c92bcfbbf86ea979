import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { Assignee, AssignmentInput } from "@/lib/review/assignment-schemas";
import * as assignments from "@/lib/review/assignments";

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
