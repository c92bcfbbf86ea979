import * as invariants from "@/lib/administration/invariants";
import { InvariantRun } from "@/lib/administration/system-schemas";
import { endpoint } from "@/lib/http/endpoint";

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
