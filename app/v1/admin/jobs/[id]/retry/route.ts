import * as system from "@/lib/administration/system";
import { RetriedJob } from "@/lib/administration/system-schemas";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

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
