import * as system from "@/lib/administration/system";
import { SystemReport } from "@/lib/administration/system-schemas";
import { endpoint } from "@/lib/http/endpoint";

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
