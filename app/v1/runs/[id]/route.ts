import { IdParams } from "@/lib/core/fields";
import { Run } from "@/lib/execution/run-schemas";
import * as runs from "@/lib/execution/runs";
import { endpoint } from "@/lib/http/endpoint";

const about = { access: "account", tag: "Using skills", params: IdParams, result: Run } as const;

export const GET = endpoint(
  {
    ...about,
    operationId: "getRun",
    summary: "A call that you do not wait for, with its result once it has one",
    description: "Kept for 24 hours after it has ended.",
    errors: ["not_found"],
  },
  ({ caller, params }) => runs.get(caller, params.id),
);

export const DELETE = endpoint(
  {
    ...about,
    operationId: "cancelRun",
    scope: "execute",
    summary: "Cancel a run; its credits are released at once",
    description: "A run that has ended stays as it is.",
    errors: ["not_found"],
  },
  ({ caller, params }) => runs.cancel(caller, params.id),
);
