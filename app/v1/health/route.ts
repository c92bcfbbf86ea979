import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as health from "@/lib/platform/core/health";
import { Health } from "@/lib/platform/core/health";

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
