import { Run } from "@/lib/demand/execution/run-schemas";
import * as runs from "@/lib/demand/execution/runs";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

const about = { access: "account", tag: "Using skills", params: IdParams, result: Run } as const;

export const GET = endpoint(
  {
    ...about,
    operationId: "getRun",
    summary: "Get an asynchronous run, with its result when it is done",
    description: "Available for 24 hours after the run ends.",
  },
  ({ caller, params }) => runs.get(caller, params.id),
);

export const DELETE = endpoint(
  {
    ...about,
    operationId: "cancelRun",
    scope: "execute",
    summary: "Cancel a run and release its credits immediately",
    description: "Canceling a run that has ended changes nothing.",
  },
  ({ caller, params }) => runs.cancel(caller, params.id),
);
