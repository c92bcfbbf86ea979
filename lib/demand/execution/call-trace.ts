import type { Reservation } from "@/lib/demand/execution/refusals";
import { USAGE_HEADER } from "@/lib/demand/execution/unit-report";
import { MAX_BODY_CHARS, noteCall } from "@/lib/demand/usage/call-details";
import type { StoredTrace } from "@/lib/demand/usage/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError } from "@/lib/platform/core/errors";
import type { AnswerHeaders } from "@/lib/platform/outbound/answer";

export type CallTrace = {
  body: string;
  /** Each response status of the endpoint, with the headers that may report units. */
  onHead: (status: number, headers?: AnswerHeaders) => void;
  /** What a result of MCP reports of its units. */
  onUsage: (report: unknown) => void;
  /** What the response reported of its units. */
  reported: () => unknown;
  /** What its usage record says of the call; null bytes when there was no answer. */
  stored: (responseBytes: number | null) => StoredTrace;
};

/** Starts to watch a call with this body. */
export function createCallTrace(caller: Caller, body: string): CallTrace {
  const startedAt = performance.now();
  let status: number | null = null;
  let firstByteMs: number | null = null;
  let answers = 0;
  let report: unknown;
  return {
    body,
    onUsage: (sent) => {
      report = sent;
    },
    reported: () => report,
    onHead: (answered, headers) => {
      if (headers) report = [headers[USAGE_HEADER] ?? []].flat().join(", ");
      status = answered;
      firstByteMs ??= Math.round(performance.now() - startedAt);
      answers++;
    },
    stored: (responseBytes) => ({
      request_id: caller.requestId ?? null,
      endpoint_status: status,
      endpoint_answers: answers,
      first_byte_ms: firstByteMs,
      request_bytes: Buffer.byteLength(body),
      response_bytes: responseBytes,
    }),
  };
}

/** Records what went wrong with a call, and its parameters and answer where its account stores them. */
export function noteOutcome(
  caller: Caller,
  skillId: string,
  { holdId }: Reservation,
  { body, result, error }: { body: string; result?: string; error?: unknown },
): void {
  const failure = error instanceof AppError ? error : null;
  const stored = (text: string | undefined) =>
    caller.storesParameters && text !== undefined && text.length <= MAX_BODY_CHARS ? text : null;
  noteCall({
    id: holdId,
    account_id: caller.accountId,
    skill_id: skillId,
    reason: typeof failure?.details.reason === "string" ? failure.details.reason : null,
    message: failure?.message ?? null,
    parameters: stored(body),
    result: stored(result),
  });
}
