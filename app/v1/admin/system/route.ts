import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SystemReport } from "@/lib/operator/system/schemas";
import * as system from "@/lib/operator/system/service";

export const GET = endpoint(
  {
    operationId: "adminGetSystem",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The state of the installation: database, jobs, invariants, payment events",
    result: SystemReport,
  },
  () => system.report(),
);
