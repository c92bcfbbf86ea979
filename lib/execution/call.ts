import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import type { JsonText } from "@/lib/core/json";
import { createAnswerBudget, type Share } from "@/lib/execution/answer-budget";
import { createCircuits } from "@/lib/execution/circuit";
import { upstreamFailure } from "@/lib/execution/failure";
import { createOutbound } from "@/lib/execution/outbound";
import { DEMO_PROVIDER } from "@/lib/skills/endpoint-address";
import { callerPseudonym, signedHeaders } from "@/lib/skills/signing";

const aliases = new Map<string, number>();
const circuits = createCircuits();
const BYTES_PER_MIB = 1024 * 1024;
let outbound: ReturnType<typeof createOutbound> | undefined;
let budget: ReturnType<typeof createAnswerBudget> | undefined;

/** Tells calls to the demo provider which loopback port of this machine serves it. */
export function serveDemoProviderAt(port: number): void {
  aliases.set(DEMO_PROVIDER, port);
}

/** Everything that one call to a developer's endpoint needs. */
export type SkillCall = {
  slug: string;
  /** Whose skill it is: the skills of one developer share their connections, and nobody else's. */
  ownerId: string;
  endpoint: string;
  signingSecrets: readonly string[];
  pseudonymSecret: string;
  callerId: string;
  callId: string;
};

/**
 * Lets a call in that holds its parameters and its answer in memory. Its share is to be ended. Throws too_many_in_flight when
 * the calls of this process hold as much as they may.
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
 * upstream_failed and upstream_timeout, at once while the endpoint is left alone after many failures, and too_many_in_flight.
 */
export async function callSkill(call: SkillCall, body: string, share: Share): Promise<JsonText> {
  const pauseMs = circuits.pauseMs(call.slug, call.callerId);
  if (pauseMs > 0) {
    throw upstreamFailure(
      "circuit_open",
      "The skill's endpoint has failed repeatedly and is left alone for a moment.",
      { retryAfterSeconds: Math.ceil(pauseMs / 1000) },
    );
  }
  try {
    const result = await client().post(call.endpoint, headersOf(call, body), body, {
      timeoutMs: callTimeoutMs(),
      pool: call.ownerId,
      answer: { maxBytes: maxAnswerBytes(), onGrow: share.grow },
    });
    circuits.note(call.slug, call.callerId, true);
    return result;
  } catch (error) {
    const isSuccess = soundness(error);
    if (isSuccess !== null) circuits.note(call.slug, call.callerId, isSuccess);
    throw error;
  }
}

/** Longest time that a call of an endpoint may take. */
export function callTimeoutMs(): number {
  return env().CALL_TIMEOUT_SECONDS * 1000;
}

/** The guarded client that every call of this process goes through. */
export function client(): ReturnType<typeof createOutbound> {
  outbound ??= createOutbound({
    isAllowed: (origin) => env().EXECUTION_ALLOW.includes(origin),
    aliases,
    ownHost: new URL(env().PUBLIC_URL).hostname,
  });
  return outbound;
}

/**
 * The headers of a call, by which the endpoint knows us, the skill, the caller and a repetition. There is no traceparent
 * among them: the trace of a sender would tell developers which calls to their skills came from one place.
 */
export function headersOf(call: Omit<SkillCall, "ownerId">, body: string): Record<string, string> {
  return {
    ...signedHeaders({ secrets: call.signingSecrets, id: call.callId, at: new Date(), body }),
    "x-skill-slug": call.slug,
    "x-caller-id": callerPseudonym(call.pseudonymSecret, call.callerId),
    "idempotency-key": call.callId,
    "user-agent": "skills-marketplace",
  };
}

/**
 * What a failed call says of its endpoint. One that refuses a request works: else one caller's bad parameters would shut it
 * to all others. One that limits a caller says nothing about itself, hence null, and neither does a limit of ours.
 */
function soundness(error: unknown): boolean | null {
  if (error instanceof AppError && error.code === "too_many_in_flight") return null;
  const status = error instanceof AppError ? Number(error.details.status) : 0;
  if (status === 429) return null;
  return status >= 400 && status < 500 && status !== 408;
}

/** Closes the pooled connections to developers' endpoints. */
export async function closeOutbound(): Promise<void> {
  await outbound?.close();
  outbound = undefined;
}
