import { createHash } from "node:crypto";
import type { Carried } from "@/lib/demand/credentials/service";
import { createAnswerBudget, type Share } from "@/lib/demand/execution/answer-budget";
import type { CallTrace } from "@/lib/demand/execution/call-trace";
import { bodyWith, withCarried } from "@/lib/demand/execution/carrying";
import { createCircuits } from "@/lib/demand/execution/circuit";
import { callMcpTool } from "@/lib/demand/execution/mcp-call";
import { redactedError, redactedJson, redactedText } from "@/lib/demand/execution/redaction";
import type { CalledTool } from "@/lib/demand/execution/tools";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import type { JsonText } from "@/lib/platform/core/json";
import { upstreamFailure } from "@/lib/platform/outbound/failure";
import type { McpProgress } from "@/lib/platform/outbound/mcp";
import { client } from "@/lib/platform/outbound/service";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import type { EndpointAuthInput } from "@/lib/supply/publishing/endpoint-auth-schemas";
import { noteStatus, withAuth } from "@/lib/supply/publishing/endpoint-headers";
import type { OperationRequest } from "@/lib/supply/skills/operation-request";
import type { Operation } from "@/lib/supply/skills/operation-schemas";
import { callerPseudonym, signedHeaders } from "@/lib/supply/skills/signing";

const circuits = createCircuits();
const BYTES_PER_MIB = 1024 * 1024;
/** What checking an answer and passing it on costs its caller: some 20 ms a MiB. */
const MS_PER_BYTE = 20 / BYTES_PER_MIB;
/** An answer that turns out to be larger than this is read on only within its caller's processor time, as if it were the largest. */
const LARGE_ANSWER_BYTES = BYTES_PER_MIB / 4;
let budget: ReturnType<typeof createAnswerBudget> | undefined;

export type SkillCall = {
  slug: string;
  version: number;
  /** The developer: the skills of one developer share connections. */
  ownerId: string;
  endpoint: string;
  signingSecrets: readonly string[];
  pseudonymSecret: string;
  callerId: string;
  callId: string;
  /** The most that the call may be charged, in credits, of one with units. */
  maxCharge?: string;
  /** The caller's own credentials, which only live calls have. */
  carried: readonly Carried[];
  /** The tool to call, of a skill that has several; null calls the one endpoint. */
  tool:
    | (CalledTool & {
        parameters: Record<string, unknown>;
        auth: EndpointAuthInput | null;
        skillId: string;
        /** All tools of the version that is called. */
        operations: readonly Operation[];
      })
    | null;
};

/**
 * Admits a call, whose parameters and answer are held in memory. What its skill usually answers is charged to the
 * caller's processor time up front, so that calls that begin together don't all pass, and put right when the share ends:
 * end it afterwards.
 */
export function admitCall(slug: string, parametersJson: string, callerId: string): Share {
  budget ??= createAnswerBudget(env().ANSWERS_IN_FLIGHT_MIB * BYTES_PER_MIB);
  ratelimit.requireBudget("checking", callerId);
  const { expectedBytes, grow, end } = budget.admit(slug, Buffer.byteLength(parametersJson));
  let chargedBytes = 0;
  let answerBytes = 0;
  const charge = (bytes: number) => {
    ratelimit.debit("checking", callerId, (bytes - chargedBytes) * MS_PER_BYTE);
    chargedBytes = bytes;
  };
  charge(expectedBytes);
  return {
    expectedBytes,
    grow: (bytes) => {
      grow(bytes);
      answerBytes = bytes;
      if (bytes <= Math.max(chargedBytes, LARGE_ANSWER_BYTES)) return;
      ratelimit.requireBudget("checking", callerId);
      charge(maxAnswerBytes());
    },
    end: () => {
      end();
      charge(answerBytes);
    },
  };
}

/** Largest answer of an endpoint. */
export function maxAnswerBytes(): number {
  return env().MAX_ANSWER_MIB * BYTES_PER_MIB;
}

/**
 * Calls a developer's endpoint, signed, with JSON, and returns the JSON that it answers, for which the share makes
 * room, without the caller's credentials.
 */
export async function callSkill(
  call: SkillCall,
  body: string,
  share: Share,
  {
    timeoutMs = callTimeoutMs(),
    signal,
    trace,
    isCounted = true,
    onProgress,
    check,
  }: {
    timeoutMs?: number;
    signal?: AbortSignal | undefined;
    trace?: CallTrace;
    /** Called with progress from an MCP server. */
    onProgress?: ((progress: McpProgress) => void) | undefined;
    /** Whether its outcome counts for the circuit breaker, which others feel. */
    isCounted?: boolean;
    /** Judges the response as the endpoint sent it: without the caller's credentials it may not be what its skill promises. */
    check?: (sent: JsonText) => void;
  } = {},
): Promise<JsonText> {
  // An older version must not close the endpoint of the current one.
  const circuit = `${call.slug}@${call.version}`;
  const pauseMs = circuits.pauseMs(circuit, call.callerId);
  if (pauseMs > 0) {
    throw upstreamFailure(
      "circuit_open",
      "The skill's endpoint has failed repeatedly and is left alone for a moment.",
      { retryAfterSeconds: Math.ceil(pauseMs / 1000) },
    );
  }
  try {
    const options = {
      timeoutMs,
      ...(signal && { signal }),
      ...(trace && { onHead: trace.onHead }),
      pool: call.ownerId,
      confined: { path: new URL(call.endpoint).pathname, values: call.carried.map(({ value }) => value) },
      answer: { maxBytes: maxAnswerBytes(), onGrow: share.grow },
    };
    const onUsage = trace?.onUsage;
    const result = await send(call, body, share, { ...options, onProgress, onUsage });
    check?.(result);
    if (isCounted) circuits.note(circuit, call.callerId, true);
    return redactedJson(result, call.carried);
  } catch (error) {
    // A caller that leaves says nothing of the endpoint.
    const isSuccess = signal?.aborted ? null : soundness(error);
    if (isCounted && isSuccess !== null) circuits.note(circuit, call.callerId, isSuccess);
    throw redactedError(error, call.carried);
  }
}

type Progress = ((progress: McpProgress) => void) | undefined;
type OfMcp = { onProgress: Progress; onUsage: CallTrace["onUsage"] | undefined };

/** Sends a call in the way of its skill, with what it carries. */
async function send(
  call: SkillCall,
  body: string,
  share: Share,
  { onProgress, onUsage, ...options }: Options & OfMcp,
): Promise<JsonText> {
  const { tool, carried } = call;
  if (tool?.request) return sendRequest(call, tool.request, tool.auth, options);
  if (!tool) {
    const sent = bodyWith(body, carried);
    return client().post(call.endpoint, withCarried(headersOf(call, sent), carried), sent, options);
  }
  const report: Progress =
    onProgress &&
    ((progress) =>
      onProgress(
        progress.message === undefined ? progress : { ...progress, message: redactedText(progress.message, carried) },
      ));
  return callMcpTool({ ...call, ...tool, signedHeaders: (sent) => headersOf(call, sent) }, share, {
    timeoutMs: options.timeoutMs,
    maxBytes: maxAnswerBytes(),
    signal: options.signal,
    onHead: options.onHead && ((status) => options.onHead?.(status, {})),
    onUsage,
    onProgress: report,
  });
}

type Options = Parameters<ReturnType<typeof client>["send"]>[1];

/**
 * Sends the request of an operation. Its signature covers method and target, too, since those are parts of what is asked. Headers of ours
 * stand over those of parameters, and the developer's secret over both.
 */
async function sendRequest(
  call: SkillCall,
  { method, url, headers, body }: OperationRequest,
  auth: EndpointAuthInput | null,
  options: Options,
): Promise<JsonText> {
  const startedAt = performance.now();
  const { pathname, search } = new URL(url);
  const digest = createHash("sha256")
    .update(body ?? "")
    .digest("hex");
  // A JSON text, since libraries that verify signatures parse what they have verified.
  const signed = headersOf(call, JSON.stringify(`${method} ${pathname}${search} ${digest}`));
  const { url: target, headers: sent } = await withAuth(
    { url, headers: { ...headers, ...signed } },
    auth,
    call.ownerId,
  );
  // A token that had to be fetched took its time out of the call's.
  const timeoutMs = Math.max(1, options.timeoutMs - Math.round(performance.now() - startedAt));
  const onHead: typeof options.onHead = (status, headers) => {
    noteStatus(status, auth, call.ownerId);
    options.onHead?.(status, headers);
  };
  const carried = withCarried(sent, call.carried);
  return client().send({ method, url: target, headers: carried, body }, { ...options, timeoutMs, onHead });
}

/** Longest time that a call of an endpoint may take. */
export function callTimeoutMs(): number {
  return env().CALL_TIMEOUT_SECONDS * 1000;
}

/**
 * The headers of a call: signature, skill and version, the caller's pseudonym and the call's id. No traceparent: a sender's trace would let
 * developers link calls of one caller across skills.
 */
export function headersOf(
  call: Omit<SkillCall, "ownerId" | "tool" | "endpoint" | "carried">,
  body: string,
): Record<string, string> {
  return {
    ...signedHeaders({ secrets: call.signingSecrets, id: call.callId, at: new Date(), body }),
    "x-skill-slug": call.slug,
    "x-skill-version": String(call.version),
    "x-caller-id": callerPseudonym(call.pseudonymSecret, call.callerId),
    "idempotency-key": call.callId,
    // What goes beyond is not charged, so that the endpoint may stop there.
    ...(call.maxCharge !== undefined && { "skill-max-charge": call.maxCharge }),
    "user-agent": "skills-marketplace",
  };
}

/** Failures by which an endpoint shows that it is there: its tool reports an error, or tool or response is not what was reviewed. */
const NOT_THE_ENDPOINTS = ["tool_error", "tool_changed", "response_schema"];
/** Failures that say nothing of the endpoint. */
const LIMITS_OF_OURS = ["too_many_in_flight", "rate_limited"];

/**
 * Whether a failure counts for the circuit breaker. A 4xx counts as success: otherwise one caller's bad parameters would close
 * the endpoint to all others. A 429, or a limit of ours, counts as neither: null.
 */
function soundness(error: unknown): boolean | null {
  if (error instanceof AppError && LIMITS_OF_OURS.includes(error.code)) return null;
  if (error instanceof AppError && NOT_THE_ENDPOINTS.includes(String(error.details.reason ?? error.code))) return true;
  const status = error instanceof AppError ? Number(error.details.status) : 0;
  if (status === 429) return null;
  return status >= 400 && status < 500 && status !== 408;
}
