import { createAnswerBudget, type Share } from "@/lib/demand/execution/answer-budget";
import type { CallTrace } from "@/lib/demand/execution/call-trace";
import { createCircuits } from "@/lib/demand/execution/circuit";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import type { JsonText } from "@/lib/platform/core/json";
import { upstreamFailure } from "@/lib/platform/outbound/failure";
import { client } from "@/lib/platform/outbound/service";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { callerPseudonym, signedHeaders } from "@/lib/supply/skills/signing";

const circuits = createCircuits();
const BYTES_PER_MIB = 1024 * 1024;
/** What checking an answer and passing it on costs its caller: some 20 ms a MiB. */
const MS_PER_CHAR = 20 / BYTES_PER_MIB;
let budget: ReturnType<typeof createAnswerBudget> | undefined;

/** Everything that one call to a developer's endpoint needs. */
export type SkillCall = {
  slug: string;
  /** The number of the revision that is called. */
  version: number;
  /** The developer: the skills of one developer share connections. */
  ownerId: string;
  endpoint: string;
  signingSecrets: readonly string[];
  pseudonymSecret: string;
  callerId: string;
  callId: string;
};

/**
 * Admits a call, whose parameters and answer are held in memory. End its share afterwards. Throws too_many_in_flight when the
 * memory budget of this process is used up.
 */
export function admitCall(slug: string, parametersJson: string): Share {
  budget ??= createAnswerBudget(env().ANSWERS_IN_FLIGHT_MIB * BYTES_PER_MIB);
  return budget.admit(slug, Buffer.byteLength(parametersJson));
}

/** Largest answer of an endpoint. */
export function maxAnswerBytes(): number {
  return env().MAX_ANSWER_MIB * BYTES_PER_MIB;
}

/**
 * Calls a developer's endpoint, signed, with JSON, and returns the JSON that it answers, for which the share makes room. Throws
 * upstream_failed and upstream_timeout, at once while the circuit breaker is open, and too_many_in_flight.
 */
export async function callSkill(
  call: SkillCall,
  body: string,
  share: Share,
  {
    timeoutMs = callTimeoutMs(),
    signal,
    trace,
  }: { timeoutMs?: number; signal?: AbortSignal | undefined; trace?: CallTrace } = {},
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
    const result = await client().post(call.endpoint, headersOf(call, body), body, {
      timeoutMs,
      ...(signal && { signal }),
      ...(trace && { onHead: trace.onHead }),
      pool: call.ownerId,
      answer: { maxBytes: maxAnswerBytes(), onGrow: share.grow },
    });
    circuits.note(circuit, call.callerId, true);
    ratelimit.debit("checking", call.callerId, result.text.length * MS_PER_CHAR);
    return result;
  } catch (error) {
    // A caller that leaves says nothing of the endpoint.
    const isSuccess = signal?.aborted ? null : soundness(error);
    if (isSuccess !== null) circuits.note(circuit, call.callerId, isSuccess);
    throw error;
  }
}

/** Longest time that a call of an endpoint may take. */
export function callTimeoutMs(): number {
  return env().CALL_TIMEOUT_SECONDS * 1000;
}

/**
 * The headers of a call: signature, skill and version, the caller's pseudonym and the call's id. No traceparent: a sender's trace would let
 * developers link calls of one caller across skills.
 */
export function headersOf(call: Omit<SkillCall, "ownerId">, body: string): Record<string, string> {
  return {
    ...signedHeaders({ secrets: call.signingSecrets, id: call.callId, at: new Date(), body }),
    "x-skill-slug": call.slug,
    "x-skill-version": String(call.version),
    "x-caller-id": callerPseudonym(call.pseudonymSecret, call.callerId),
    "idempotency-key": call.callId,
    "user-agent": "skills-marketplace",
  };
}

/**
 * Whether a failure counts for the circuit breaker. A 4xx counts as success: otherwise one caller's bad parameters would close
 * the endpoint to all others. A 429, or a limit of ours, counts as neither: null.
 */
function soundness(error: unknown): boolean | null {
  if (error instanceof AppError && error.code === "too_many_in_flight") return null;
  const status = error instanceof AppError ? Number(error.details.status) : 0;
  if (status === 429) return null;
  return status >= 400 && status < 500 && status !== 408;
}
