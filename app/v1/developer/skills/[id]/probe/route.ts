import * as probes from "@/lib/demand/execution/probe";
import { ProbeInput, ProbeResult } from "@/lib/demand/execution/probe-schemas";
import { MAX_JSON_BYTES } from "@/lib/interfaces/http/body";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "testEndpoint",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Test your skill's endpoint: one signed call, never charged, with the whole exchange shown",
    params: IdParams,
    body: ProbeInput,
    maxBodyBytes: MAX_JSON_BYTES,
    result: ProbeResult,
    limit: "probe",
    errors: ["not_executable", "too_many_in_flight"],
  },
  ({ caller, params, body }) => probes.probe(caller, params.id, body),
);
