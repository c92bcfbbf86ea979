import * as safety from "@/lib/administration/safety";
import { SafetySignalList } from "@/lib/administration/safety-schemas";
import { endpoint } from "@/lib/http/endpoint";

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
