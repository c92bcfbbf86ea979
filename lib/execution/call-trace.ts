import type { Caller } from "@/lib/core/caller";
import { AppError } from "@/lib/core/errors";
import type { Reservation } from "@/lib/execution/refusals";
import { MAX_BODY_CHARS, noteCall } from "@/lib/usage/call-details";

/** What is seen of one call at its endpoint. */
export type CallTrace = {
  /** Every status that the endpoint answers with, as it arrives. */
  onHead: (status: number) => void;
  seen: () => { status: number | null; requests: number; first_byte_ms: number | null };
};

/** Starts to watch a call. */
export function createCallTrace(): CallTrace {
  const startedAt = performance.now();
  let status: number | null = null;
  let firstByteMs: number | null = null;
  let requests = 0;
  return {
    onHead: (answered) => {
      status = answered;
      firstByteMs ??= Math.round(performance.now() - startedAt);
      requests++;
    },
    seen: () => ({ status, requests, first_byte_ms: firstByteMs }),
  };
}

type Outcome = { trace: CallTrace; body: string; result?: string; resultBytes?: number; error?: unknown };

/** Records how a call went, for its caller and its developer. */
export function noteOutcome(
  caller: Caller,
  skillId: string,
  { holdId }: Reservation,
  { trace, body, result, resultBytes, error }: Outcome,
): void {
  const failure = error instanceof AppError ? error : null;
  const isStored = caller.storesParameters === true;
  const stored = (text: string | undefined) =>
    isStored && text !== undefined && text.length <= MAX_BODY_CHARS ? text : null;
  noteCall({
    ...trace.seen(),
    id: holdId,
    account_id: caller.accountId,
    skill_id: skillId,
    request_id: caller.requestId ?? null,
    reason: typeof failure?.details.reason === "string" ? failure.details.reason : null,
    message: failure?.message ?? null,
    request_bytes: Buffer.byteLength(body),
    response_bytes: resultBytes ?? (result === undefined ? null : Buffer.byteLength(result)),
    parameters: stored(body),
    result: stored(result),
  });
}
