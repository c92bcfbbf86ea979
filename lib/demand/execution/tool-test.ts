import { admitCall, callSkill } from "@/lib/demand/execution/call";
import { createCallTrace } from "@/lib/demand/execution/call-trace";
import { responseProblem } from "@/lib/demand/execution/response-check";
import type { ExecuteInput } from "@/lib/demand/execution/schemas";
import type { ToolTest } from "@/lib/demand/execution/tool-check-schemas";
import { calledTool, requireTool } from "@/lib/demand/execution/tools";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as endpointAuth from "@/lib/supply/publishing/endpoint-auth";
import * as secrets from "@/lib/supply/publishing/webhook-secrets";
import { validateParameters } from "@/lib/supply/skills/parameters";

const MAX_SHOWN_CHARS = 64 * 1024;

/**
 * Calls one tool of the newest revision of the caller's skill, as a consumer's call would: nothing is charged or metered. Throws
 * not_found, not_executable, invalid_request, rate_limited and too_many_in_flight.
 */
export async function testTool(
  caller: Caller,
  { id, tool }: { id: string; tool: string },
  parameters: ExecuteInput,
): Promise<ToolTest> {
  const target = await secrets.requireTarget(id, caller.accountId);
  const { endpoint, operations, revisionId } = target;
  const operation = requireTool({ slug: target.slug, operations }, tool);
  if (endpoint === null || operation === null)
    throw new AppError("not_executable", "There is no endpoint to call yet: save one first.", {
      param: "api_endpoint",
    });
  const schema = operation.input_schema;
  const [first, ...rest] = ratelimit.withinCpuBudget("checking", caller.accountId, () =>
    validateParameters(schema, `${revisionId}:${JSON.stringify(schema)}`, parameters),
  );
  if (first) throw invalid([first, ...rest]);
  const called = {
    ...calledTool(operation, endpoint, parameters),
    parameters,
    skillId: id,
    operations: operations ?? [],
  };
  const body = JSON.stringify(parameters);
  const share = admitCall(target.slug, body, caller.accountId);
  const startedAt = performance.now();
  const trace = createCallTrace(caller, body);
  const call = {
    ...target,
    endpoint,
    ownerId: `probe:${caller.accountId}`,
    callerId: caller.accountId,
    callId: newId(),
    carried: [],
  };
  try {
    const tested = { ...call, tool: { ...called, auth: await endpointAuth.open(id, endpoint) } };
    const result = await callSkill(tested, body, share, { trace, isCounted: false });
    const problem = responseProblem(operation.output_schema, JSON.stringify(operation.output_schema), result);
    const message = problem && `The result does not fit the output schema: ${problem}.`;
    const shown = result.text.length > MAX_SHOWN_CHARS ? null : result.toJSON();
    return { ok: problem === null, message, result: shown, duration_ms: Math.round(performance.now() - startedAt) };
  } catch (error) {
    if (!(error instanceof AppError) || (error.details.reason === undefined && error.code !== "tool_changed"))
      throw error;
    const message = error.message.replace(" Nothing was charged.", "");
    return { ok: false, message, result: null, duration_ms: Math.round(performance.now() - startedAt) };
  } finally {
    share.end();
  }
}
