/**
 * Test calls: the newest revision's endpoint is called as a consumer's call would be, and the whole exchange is shown.
 * Invariants: nothing is charged, metered or counted against the endpoint; the same guarded client makes the call, so
 * a test reaches nothing that a call would not.
 */

import { admitCall, callTimeoutMs, headersOf, maxAnswerBytes } from "@/lib/demand/execution/call";
import { adviceFor, type CallLimits, warningsFor } from "@/lib/demand/execution/probe-advice";
import type { ProbeInput, ProbeResult } from "@/lib/demand/execution/probe-schemas";
import { brokenResponse, responseProblem } from "@/lib/demand/execution/response-check";
import { createResponseObserver, MAX_SHOWN_BYTES, type Seen } from "@/lib/demand/execution/response-observer";
import type { Caller } from "@/lib/platform/core/caller";
import { query } from "@/lib/platform/core/db";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import type { JsonText } from "@/lib/platform/core/json";
import { formatCredits } from "@/lib/platform/core/money";
import { FIXED_HEADERS } from "@/lib/platform/outbound/outbound";
import { client } from "@/lib/platform/outbound/service";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as secrets from "@/lib/supply/publishing/webhook-secrets";
import { validateParameters } from "@/lib/supply/skills/parameters";
import { exampleFor } from "@/lib/supply/skills/schema-example";

/** How much of a response is compared: instructions may come late in it. */
const MAX_COMPARED_BYTES = 256 * 1024;

/** Calls the endpoint of one of the caller's skills. */
export async function probe(caller: Caller, id: string, input: ProbeInput): Promise<ProbeResult> {
  const target = await targetOf(id, caller.accountId);
  return exchange({ accountId: caller.accountId, callerId: caller.accountId }, target, input);
}

/**
 * The same for the review of any skill, on the budget of `caller`. The endpoint sees a customer who is new to it: one that knew a
 * reviewer by their pseudonym could answer them well, and customers badly. Throws as `probe` does.
 */
export async function inspect(caller: Caller, id: string, input: ProbeInput): Promise<ProbeResult> {
  return exchange({ accountId: caller.accountId, callerId: newId() }, await targetOf(id, null), input);
}

/** What a comparison call brought, with the response schema that was promised. */
export type Compared = { result: Omit<ProbeResult, "examples">; schema: Record<string, unknown> | null };

/**
 * Calls the revision of a skill that is on the marketplace as a customer who is new to it, with what the review of its response sent: the
 * seller's first example or, without any, the example that the schema makes. Throws as `probe` does, also once it is another revision.
 */
export async function compare(id: string, revisionId: string): Promise<Compared> {
  const target = await targetOf(id, null, "live");
  const { endpoint, ownerId, responseSchema: schema, examples } = target;
  if (endpoint === null || target.revisionId !== revisionId)
    throw new AppError("not_executable", "There is no endpoint to call.");
  const parameters = examples?.[0]?.input;
  const by = { accountId: ownerId, callerId: newId() };
  const sent = parametersFor(by, target, parameters ? { parameters } : {});
  return { result: await send(by, { ...target, endpoint }, sent, MAX_COMPARED_BYTES), schema };
}

/** What is called; `maxCharge` as a new customer's call has it: of a skill with units, unless that call is free. */
type Target = secrets.CallTarget & { maxCharge?: string };

async function targetOf(id: string, ownerId: string | null, which: "newest" | "live" = "newest"): Promise<Target> {
  return { ...(await secrets.requireTarget(id, ownerId, which)), ...(await mostOf(id, null)) };
}

/** The most that a new customer's call of a skill, or of one of its tools, may be charged; nothing where no unit is. */
export async function mostOf(id: string, tool: string | null): Promise<{ maxCharge?: string }> {
  const [row] = await query<{ most: string }>(
    "execution.most",
    `SELECT unit_charge(u.units, NULL)
         + coalesce((s.operation_prices ->> $2)::bigint, s.price_per_call_micros, 0) AS most
       FROM skill s CROSS JOIN LATERAL (
         SELECT units_of($2, s.units, s.operation_units, s.operation_prices ->> $2) AS units) AS u
      WHERE s.id = $1 AND s.pricing_type = 'usage' AND u.units <> '[]' AND s.free_calls = 0`,
    [id, tool],
  );
  return row ? { maxCharge: formatCredits(BigInt(row.most)) } : {};
}

/** Who makes a test call, and the account that the endpoint's pseudonym stands for. */
type By = { accountId: string; callerId: string };

async function exchange(by: By, target: Target, input: ProbeInput): Promise<ProbeResult> {
  const { endpoint } = target;
  if (endpoint === null)
    throw new AppError("not_executable", "There is no endpoint to call yet: save one first.", {
      param: "api_endpoint",
    });
  if (target.operations !== null)
    throw new AppError(
      "not_executable",
      "This skill has several tools. Test one: POST /v1/developer/skills/{id}/tools/{tool}/test.",
      {
        details: { tools: target.operations.map(({ name }) => name) },
      },
    );
  const named = { ...target, endpoint };
  const examples = input.parameters ? [] : (target.examples ?? []);
  if (examples.length === 0) return { ...(await send(by, named, parametersFor(by, target, input))), examples: [] };
  const results = await Promise.all(
    examples.map((example) => send(by, named, parametersFor(by, target, { parameters: example.input }))),
  );
  const [first] = results;
  if (!first) throw new Error("a skill with examples was called without one");
  const tests = results.map(({ ok, failure, warnings, timing }, at) => ({
    name: examples[at]?.name ?? `Example ${at + 1}`,
    ok,
    problem: failure?.message ?? warnings[0] ?? null,
    total_ms: timing.total_ms,
  }));
  // The exchange that is shown is one that fails, if any does.
  return { ...(results.find(({ ok }) => !ok) ?? first), examples: tests };
}

type Named = Target & { endpoint: string };

async function send(
  { accountId, callerId }: By,
  target: Named,
  parameters: Record<string, unknown>,
  maxBytes = MAX_SHOWN_BYTES,
): Promise<Omit<ProbeResult, "examples">> {
  const { endpoint } = target;
  const body = JSON.stringify(parameters);
  const headers = headersOf({ ...target, callerId, callId: newId() }, body);
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const observer = createResponseObserver(elapsedMs, maxBytes);
  const timeoutMs = callTimeoutMs();
  const share = admitCall(target.slug, body, accountId);
  const { failure, warning } = await client()
    .post(endpoint, headers, body, {
      timeoutMs,
      observer,
      pool: `probe:${accountId}`,
      answer: { maxBytes: maxAnswerBytes(), onGrow: share.grow },
    })
    .then((answer) => judge(target, answer))
    .catch((error: unknown) => ({
      failure: toFailure(error, { limitMs: timeoutMs, maxBytes: maxAnswerBytes() }),
      warning: null,
    }))
    .finally(share.end);
  const totalMs = elapsedMs();
  const seen = observer.seen();
  return {
    ok: failure === null,
    failure,
    warnings: failure
      ? []
      : [
          ...(warning ? [warning] : []),
          ...warningsFor({ totalMs, contentType: seen?.headers["content-type"] ?? "", limitMs: timeoutMs }),
        ],
    request: {
      method: "POST",
      url: endpoint,
      headers: { ...headers, ...FIXED_HEADERS },
      body: body.slice(0, MAX_SHOWN_BYTES),
      body_truncated: body.length > MAX_SHOWN_BYTES,
    },
    response: seen && toResponse(seen, maxBytes),
    timing: { first_byte_ms: seen?.firstByteMs ?? null, total_ms: totalMs, limit_ms: timeoutMs },
  };
}

function judge({ responseSchema, responseMode }: Named, answer: JsonText) {
  const problem = responseProblem(responseSchema, JSON.stringify(responseSchema), answer);
  if (problem !== null && responseMode === "strict") throw brokenResponse(problem);
  const warning = problem && `The answer does not fit the response schema: ${problem}. It is charged and flagged.`;
  return { failure: null, warning };
}

function parametersFor(
  { accountId }: By,
  { schema, revisionId }: secrets.CallTarget,
  { parameters }: ProbeInput,
): Record<string, unknown> {
  const sent = parameters ?? (exampleFor(schema) as Record<string, unknown>);
  // A draft's schema changes under one revision id, so the compiled schema is cached by the schema's text.
  const [first, ...rest] = ratelimit.withinCpuBudget("checking", accountId, () =>
    validateParameters(schema, `${revisionId}:${JSON.stringify(schema)}`, sent),
  );
  if (!first) return sent;
  const issues = [first, ...rest].map(({ param, message }) => ({ param: `parameters.${param}`, message }));
  throw invalid(
    [issues[0] ?? first, ...issues.slice(1)],
    parameters
      ? undefined
      : `The example made from the schema does not satisfy it (${first.param}: ${first.message}). Send parameters, or add examples to the schema.`,
  );
}

function toFailure(error: unknown, limits: CallLimits): ProbeResult["failure"] {
  // Without a reason it is a limit of ours, and says nothing about the endpoint.
  if (!(error instanceof AppError) || error.details.reason === undefined) throw error;
  const reason = String(error.details.reason);
  return {
    reason,
    message: error.message.replace(" Nothing was charged.", ""),
    advice: adviceFor(reason, limits),
  };
}

function toResponse({ status, headers, body, bytes }: Seen, maxBytes: number): NonNullable<ProbeResult["response"]> {
  return { status, headers, body, body_bytes: bytes, body_truncated: bytes > maxBytes };
}
