/**
 * Event streams: a skill's `text/event-stream` is passed through while it arrives. Invariants: a stream is charged if and only if
 * the endpoint ends it well, whether or not its caller still reads; credits are held as long, and at most 15 minutes.
 */

import type { Carried } from "@/lib/demand/credentials/service";
import { admitCall, headersOf, maxAnswerBytes } from "@/lib/demand/execution/call";
import { type CallTrace, createCallTrace, noteOutcome } from "@/lib/demand/execution/call-trace";
import { bodyWith, withCarried } from "@/lib/demand/execution/carrying";
import { capture, release, reserve } from "@/lib/demand/execution/holds";
import { redactedError, streamRedactor } from "@/lib/demand/execution/redaction";
import type { Reservation } from "@/lib/demand/execution/refusals";
import type { ExecuteInput } from "@/lib/demand/execution/schemas";
import { type Asked, requireExecutable, toCall, toMax } from "@/lib/demand/execution/service";
import { toUsage } from "@/lib/demand/execution/settling";
import { chargeOf, USAGE_HEADER } from "@/lib/demand/execution/unit-report";
import * as ledger from "@/lib/money/ledger/service";
import type { Caller } from "@/lib/platform/core/caller";
import { countCharge } from "@/lib/platform/core/counts";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { requireAccepted } from "@/lib/platform/outbound/answer";
import { recordedCode, upstreamFailure } from "@/lib/platform/outbound/failure";
import { client } from "@/lib/platform/outbound/service";

const MAX_STREAM_SECONDS = 15 * 60;
const SETTLING_SECONDS = 60;
const HEARTBEAT_MS = 15_000;
const NEWLINE = 0x0a;

type Body = AsyncIterable<Uint8Array> & {
  on: (event: "error", listen: () => void) => unknown;
  destroy: () => unknown;
};
type Reader = { send: (bytes: Uint8Array | string) => void; close: () => void };

/** Starts a call and answers its events as they arrive. Throws as `execute` does, until the endpoint has begun to answer. */
export async function stream(
  caller: Caller,
  slug: string,
  parameters: ExecuteInput,
  { claimed, maxPrice, version }: Asked,
): Promise<Response> {
  if (claimed) throw invalid([{ param: "Idempotency-Key", message: "is not supported for event streams" }]);
  const listing = await requireExecutable(caller, slug, parameters, { version });
  const body = JSON.stringify(parameters);
  const share = admitCall(slug, body, caller.accountId);
  const signal = AbortSignal.timeout(MAX_STREAM_SECONDS * 1000);
  const startedAt = performance.now();
  const trace = createCallTrace(caller, body);
  let reservation: Reservation | null = null;
  let carried: readonly Carried[] = [];
  try {
    const holdSeconds = MAX_STREAM_SECONDS + SETTLING_SECONDS;
    reservation = await reserve(caller, listing, {
      kind: "execute",
      maxPrice: toMax(maxPrice),
      holdSeconds,
      parameters,
    });
    const call = await toCall(caller, listing, reservation, parameters);
    carried = call.carried;
    const sent = bodyWith(body, carried);
    const answer = await client().open(call.endpoint, withCarried(headersOf(call, sent), carried), sent, {
      pool: call.ownerId,
      signal,
    });
    trace.onHead(answer.statusCode, answer.headers);
    await requireStream(answer);
    const about = { trace, skillId: listing.skill_id, carried };
    const pumped = (reader: Reader) =>
      pump(caller, reservation as Reservation, { answer, startedAt, reader, about }).finally(share.end);
    return new Response(streamTo(pumped), {
      headers: {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      },
    });
  } catch (cause) {
    const error = redactedError(cause, carried);
    share.end();
    const durationMs = Math.round(performance.now() - startedAt);
    if (reservation) {
      noteOutcome(caller, listing.skill_id, reservation, { body, error });
      const failure = { code: recordedCode(error), durationMs, trace: trace.stored(null) };
      await release(caller.accountId, reservation.holdId, failure);
    }
    throw error;
  }
}

async function requireStream({ statusCode, headers, body }: Pick<Opened, "statusCode" | "headers" | "body">) {
  try {
    await requireAccepted(statusCode, headers, body);
    if (!String(headers["content-type"] ?? "").startsWith("text/event-stream"))
      throw upstreamFailure("not_event_stream", "The skill's endpoint did not respond with an event stream.");
  } catch (error) {
    // Without a listener, the error of an unread body ends the process.
    body.on("error", () => {}).destroy();
    throw error;
  }
}

type Opened = Awaited<ReturnType<ReturnType<typeof client>["open"]>>;
type Pumping = {
  answer: { body: Body; trailers: Record<string, string> };
  startedAt: number;
  reader: Reader;
  about: { trace: CallTrace; skillId: string; carried: readonly Carried[] };
};

/** Passes on what arrives until the endpoint ends; then charges or releases, and says so in a last event. Never throws. */
async function pump(
  caller: Caller,
  reservation: Reservation,
  { answer: { body: answer, trailers }, startedAt, reader, about }: Pumping,
): Promise<void> {
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  let [size, last] = [0, NEWLINE];
  const redactor = streamRedactor(about.carried);
  const forward = (part: Uint8Array) => {
    last = part.at(-1) ?? last;
    if (part.length > 0) reader.send(part);
  };
  // A comment is its own line, so it only fits between two lines.
  const heartbeat = setInterval(() => last === NEWLINE && reader.send(":\n"), HEARTBEAT_MS);
  try {
    for await (const part of answer) {
      size += part.length;
      if (size > maxAnswerBytes())
        throw upstreamFailure("too_large", `The skill's response is larger than ${maxAnswerBytes()} bytes.`);
      forward(redactor.pass(part));
    }
    forward(redactor.rest());
    // What a stream took is known at its end.
    if (trailers[USAGE_HEADER] !== undefined) about.trace.onUsage(trailers[USAGE_HEADER]);
    const charged = await chargeOf(reservation, about.trace.reported());
    const success = {
      charged,
      usageId: newId(),
      durationMs: elapsedMs(),
      at: new Date(),
      claimed: null,
      stored: null,
      trace: about.trace.stored(size),
    };
    const [posted, held] = await capture(caller, reservation, success);
    countCharge("call", charged.cost);
    noteOutcome(caller, about.skillId, reservation, about.trace);
    const usage = toUsage(caller, reservation, { ...success, id: success.usageId });
    reader.send(`\n\nevent: usage\ndata: ${JSON.stringify({ usage, balance: ledger.toBalance(posted, held) })}\n\n`);
  } catch (cause) {
    answer.on("error", () => {});
    answer.destroy();
    const failure = cause instanceof AppError ? cause : broken(cause);
    noteOutcome(caller, about.skillId, reservation, { body: about.trace.body, error: failure });
    await release(caller.accountId, reservation.holdId, {
      code: recordedCode(failure),
      durationMs: elapsedMs(),
      trace: about.trace.stored(size),
    }).catch((error: unknown) =>
      log.error({ err: error, hold: reservation.holdId }, "a broken stream was not released; its hold expires"),
    );
    const error = { code: failure.code, message: failure.message, details: failure.details };
    reader.send(`\n\nevent: error\ndata: ${JSON.stringify({ error })}\n\n`);
  } finally {
    clearInterval(heartbeat);
    reader.close();
  }
}

const broken = (cause: unknown) =>
  upstreamFailure("reset", "The skill's endpoint closed its stream before the end.", { cause });

/** A stream that work writes to. A reader who goes away ends nothing but what is sent to them. */
function streamTo(work: (reader: Reader) => Promise<void>): ReadableStream<Uint8Array> {
  let isRead = true;
  return new ReadableStream({
    start: (controller) => {
      const send = (bytes: Uint8Array | string) => isRead && controller.enqueue(Buffer.from(bytes as string));
      void work({ send, close: () => isRead && controller.close() });
    },
    cancel: () => {
      isRead = false;
    },
  });
}
