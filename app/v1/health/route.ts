import * as health from "@/lib/core/health";
import { Health } from "@/lib/core/health";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "getHealth",
    access: "public",
    throttled: false,
    tag: "Service",
    summary: "Report whether the service is running",
    result: Health,
    isUncached: true,
  },
  () => health.report(),
);
