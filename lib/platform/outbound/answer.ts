import { isUtf8 } from "node:buffer";
import { JsonText } from "@/lib/platform/core/json";
import { JsonChecker, type JsonProblem } from "@/lib/platform/core/json-checker";
import { turn } from "@/lib/platform/core/turns";
import { messageIn } from "@/lib/platform/outbound/endpoint-message";
import { isRefusal, upstreamFailure } from "@/lib/platform/outbound/failure";

/** Deepest nesting of an answer; much deeper JSON can be parsed but not serialized. */
const MAX_ANSWER_DEPTH = 500;
/** How much is read of an answer that is not used. */
const MAX_SHOWN_BYTES = 4 * 1024;
const FIRST_CAPACITY_BYTES = 16 * 1024;
/** An answer of more takes its turn with others for each part, which are of some 64 KiB. */
const LARGE_BYTES = 256 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The headers of an answer, as undici gives them. */
export type AnswerHeaders = Record<string, string | string[] | undefined>;

/** Largest answer; `onGrow` receives the room that it takes, and in the end its size, and may refuse it by throwing. */
export type AnswerLimit = { maxBytes: number; onGrow?: (bytes: number) => void };

/** Accepts a plain 2xx answer. */
export function requireUsable(status: number, headers: AnswerHeaders): void {
  if (status >= 300 && status < 400)
    throw upstreamFailure("redirect", "The skill's endpoint redirects, which is not followed.");
  if (status < 200 || status >= 300)
    throw upstreamFailure("status", `The skill's endpoint returned status ${status}.`, { status });
  if (headers["content-encoding"] && String(headers["content-encoding"]).toLowerCase() !== "identity") {
    throw upstreamFailure("encoding", "The skill's endpoint used an encoding that was not asked for.");
  }
}

/**
 * Accepts a plain 2xx answer as `requireUsable` does. Where the endpoint refuses the parameters, the failure says why in the
 * endpoint's own words.
 */
export async function requireAccepted(
  status: number,
  headers: AnswerHeaders,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (!isRefusal(status)) return requireUsable(status, headers);
  const said = messageIn(await startOf(body));
  const message = `The skill's endpoint refused the parameters with status ${status}`;
  throw upstreamFailure("status", said === null ? `${message}.` : `${message}: ${said}`, {
    status,
    ...(said !== null && { said }),
  });
}

/** The start of a body as text that can be stored, at most 4 KiB; what follows, and why it breaks off, does not matter. */
export async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size >= MAX_SHOWN_BYTES) break;
    }
  } catch {
    // The status has arrived, which is what counts.
  }
  const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, MAX_SHOWN_BYTES));
  return text.replaceAll("\u0000", "");
}

/** Reads an answer and checks that it is JSON while it streams, without parsing it into objects. */
export async function readAnswer(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, onGrow }: AnswerLimit,
): Promise<JsonText> {
  const checker = new JsonChecker(MAX_ANSWER_DEPTH);
  // One buffer: an answer may come in a million chunks, each of which would cost more than its bytes.
  let bytes: Buffer = Buffer.allocUnsafe(0);
  let size = 0;
  let checked = 0;
  const check = () => {
    if (checked === 0 && startsWithMark(bytes)) checked = BYTE_ORDER_MARK.length;
    refuse(checker.push(bytes.subarray(checked, size)));
    checked = size;
  };
  for await (const part of body) {
    const at = size;
    size += part.length;
    if (size > maxBytes) throw upstreamFailure("too_large", `The skill's response is larger than ${maxBytes} bytes.`);
    if (size > bytes.length) {
      const capacity = Math.min(maxBytes, Math.max(size, bytes.length * 2, FIRST_CAPACITY_BYTES));
      onGrow?.(capacity);
      const larger = Buffer.alloc(capacity);
      bytes.copy(larger, 0, 0, at);
      bytes = larger;
    }
    if (size > LARGE_BYTES) await turn();
    bytes.set(part, at);
    if (size >= BYTE_ORDER_MARK.length) check();
  }
  check();
  refuse(checker.end());
  onGrow?.(size);
  const whole = bytes.subarray(0, size);
  if (size > LARGE_BYTES) await turn();
  if (!isUtf8(whole)) refuse("invalid");
  return new JsonText(whole.toString("utf8", startsWithMark(whole) ? BYTE_ORDER_MARK.length : 0));
}

/** A byte order mark is not JSON, but harmless at the very beginning. */
function startsWithMark(bytes: Buffer): boolean {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
}

function refuse(problem: JsonProblem | null): void {
  if (problem === "too_deep")
    throw upstreamFailure("not_json", `The skill's response is nested more than ${MAX_ANSWER_DEPTH} levels deep.`);
  if (problem) throw upstreamFailure("not_json", "The skill's response is not valid JSON.");
}
