/**
 * Calls of tools by the marketplace itself, for reviews and comparisons. Invariants: nothing is charged or metered; the seller's server
 * sees a customer who is new to it; tools that say that they destroy something, or are hidden, are not called.
 */
import { admitCall, callSkill } from "@/lib/demand/execution/call";
import { mostOf } from "@/lib/demand/execution/probe";
import { responseProblem } from "@/lib/demand/execution/response-check";
import { calledTool } from "@/lib/demand/execution/tools";
import { AppError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as endpointAuth from "@/lib/supply/publishing/endpoint-auth";
import * as secrets from "@/lib/supply/publishing/webhook-secrets";
import type { Operation } from "@/lib/supply/skills/operation-schemas";
import { callable } from "@/lib/supply/skills/operations";
import { validateParameters } from "@/lib/supply/skills/parameters";
import { exampleFor } from "@/lib/supply/skills/schema-example";

/** Tools that a review calls at the most, by chance. */
const REVIEWED_TOOLS = 5;
/** How much of a result is stored and compared. The review stores no more, so the rest can't be compared. */
export const MAX_STORED_CHARS = 64 * 1024;

/** A call of a tool: what was sent, and its result as JSON text, or why there is none. */
export type ToolResult = {
  tool: string;
  sent: object;
  failure: string | null;
  problem: string | null;
  text: string | null;
};
/** One as the review of a submission stores it. */
export type ReviewedTool = ToolResult & { was_cut: boolean; duration_ms: number };

/** Calls some tools of the newest revision of a skill. */
export async function callTools(skillId: string): Promise<ReviewedTool[]> {
  const target = await secrets.requireTarget(skillId, null);
  const called: ReviewedTool[] = [];
  for (const operation of sample(callable(target.operations))) {
    const startedAt = performance.now();
    const result = await callOne(skillId, target, operation);
    const duration_ms = Math.round(performance.now() - startedAt);
    const was_cut = (result.text?.length ?? 0) > MAX_STORED_CHARS;
    called.push({ ...result, text: result.text?.slice(0, MAX_STORED_CHARS) ?? null, was_cut, duration_ms });
  }
  return called;
}

/** Calls a tool of the revision that is on the marketplace. Null once it is another revision, or has no such tool. */
export async function callLiveTool(skillId: string, revisionId: string, name: string): Promise<ToolResult | null> {
  const target = await secrets.requireTarget(skillId, null, "live");
  const operation = callable(target.operations).find((one) => one.name === name);
  return operation && target.revisionId === revisionId ? callOne(skillId, target, operation) : null;
}

function sample(operations: readonly Operation[]): Operation[] {
  return operations
    .map((operation) => ({ operation, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, REVIEWED_TOOLS)
    .map(({ operation }) => operation);
}

async function callOne(skillId: string, target: secrets.CallTarget, operation: Operation): Promise<ToolResult> {
  const { endpoint, operations, ownerId, slug, revisionId } = target;
  const { name, input_schema: schema, output_schema: output } = operation;
  const sent = exampleFor(schema) as Record<string, unknown>;
  const result = { tool: name, sent, problem: null, text: null };
  if (endpoint === null) return { ...result, failure: "It has no endpoint." };
  const [issue] = ratelimit.withinCpuBudget("checking", ownerId, () =>
    validateParameters(schema, `${revisionId}:${JSON.stringify(schema)}`, sent),
  );
  if (issue) return { ...result, failure: `The example made from the schema does not satisfy it: ${issue.param}.` };
  const body = JSON.stringify(sent);
  const share = admitCall(slug, body, ownerId);
  const most = await mostOf(skillId, name);
  try {
    const tool = {
      ...calledTool(operation, endpoint, sent),
      parameters: sent,
      skillId,
      operations: operations ?? [],
      auth: await endpointAuth.open(skillId, endpoint),
    };
    const ids = { ownerId: `probe:${ownerId}`, callerId: newId(), callId: newId() };
    const call = { ...target, endpoint, ...ids, ...most, carried: [], tool };
    const answer = await callSkill(call, body, share, { isCounted: false });
    return {
      ...result,
      failure: null,
      problem: responseProblem(output, JSON.stringify(output), answer),
      text: answer.text,
    };
  } catch (error) {
    // A failure without a reason is one of our own limits, not the server's fault.
    if (!(error instanceof AppError) || (error.details.reason === undefined && error.code !== "tool_changed"))
      throw error;
    return { ...result, failure: error.message.replace(" Nothing was charged.", "") };
  } finally {
    share.end();
  }
}
