import { endpoint } from "@/lib/interfaces/http/endpoint";
import { RetriedJob } from "@/lib/operator/system/schemas";
import * as system from "@/lib/operator/system/service";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "adminRetryJob",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Queue a failed job again",
    params: IdParams,
    result: RetriedJob,
    errors: ["not_retryable"],
  },
  ({ caller, params }) => system.retryJob(caller, params.id),
);
