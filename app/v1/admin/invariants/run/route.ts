import { InvariantRun } from "@/lib/administration/system/schemas";
import * as system from "@/lib/administration/system/service";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(
  {
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Check every invariant of the ledger now",
    result: InvariantRun,
  },
  ({ caller }) => system.runInvariants(caller),
);
