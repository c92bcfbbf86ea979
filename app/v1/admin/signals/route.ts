import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SafetySignalList } from "@/lib/operator/safety/schemas";
import * as safety from "@/lib/operator/safety/service";

export const GET = endpoint(
  {
    operationId: "adminListSignals",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Signals of abuse with their evidence; no action is taken automatically",
    result: SafetySignalList,
  },
  () => safety.signals(),
);
