import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as invariants from "@/lib/operator/system/invariants";
import { InvariantRun } from "@/lib/operator/system/schemas";

export const POST = endpoint(
  {
    operationId: "adminRunInvariants",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Check the invariants of the ledger now",
    result: InvariantRun,
  },
  ({ caller }) => invariants.run(caller, false),
);
