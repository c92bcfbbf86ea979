import * as probes from "@/lib/demand/execution/probe";
import { ProbeInput, ProbeResult, SubmissionProbeAnswer } from "@/lib/demand/execution/probe-schemas";
import * as submissionProbes from "@/lib/demand/execution/submission-probes";
import { MAX_JSON_BYTES } from "@/lib/interfaces/http/body";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "adminGetSubmissionProbe",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The automatic test call of the newest revision's endpoint, made after the submission",
    params: IdParams,
    result: SubmissionProbeAnswer,
  },
  async ({ params }) => ({ probe: await submissionProbes.ofSkill(params.id) }),
);

export const POST = endpoint(
  {
    operationId: "adminTestEndpoint",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Call the endpoint of a skill under review, by default with its schema's example; never charged",
    params: IdParams,
    body: ProbeInput,
    maxBodyBytes: MAX_JSON_BYTES,
    result: ProbeResult,
    limit: "probe",
    errors: ["not_executable", "too_many_in_flight"],
  },
  ({ caller, params, body }) => probes.inspect(caller, params.id, body),
);
