import { isNestedDeeper } from "@/lib/core/json";
import { upstreamFailure } from "@/lib/execution/failure";

/** Largest answer. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
/** Deepest nesting of an answer; far deeper ones could be read, but not written again. */
const MAX_ANSWER_DEPTH = 500;

/** The headers of an answer, as undici gives them. */
export type AnswerHeaders = Record<string, string | string[] | undefined>;

/** Lets a plain 2xx answer pass. Throws upstream_failed for redirects, other statuses and encodings. */
export function requireUsable(status: number, headers: AnswerHeaders): void {
  if (status >= 300 && status < 400)
    throw upstreamFailure("redirect", "The skill's endpoint redirects, which is not followed.");
  if (status < 200 || status >= 300)
    throw upstreamFailure("status", `The skill's endpoint answered with status ${status}.`, { status });
  if (headers["content-encoding"] && String(headers["content-encoding"]).toLowerCase() !== "identity") {
    throw upstreamFailure("encoding", "The skill's endpoint answered in an encoding that was not asked for.");
  }
}

/** Reads a body whole. Throws upstream_failed when it is too large. */
export async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES)
      throw upstreamFailure("too_large", `The skill's answer is larger than ${MAX_ANSWER_BYTES} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Reads JSON from bytes. Throws upstream_failed for anything else, and for what is nested too deep. */
export function parse(bytes: Uint8Array): unknown {
  if (isNestedDeeper(bytes, MAX_ANSWER_DEPTH))
    throw upstreamFailure(
      "not_json",
      `The skill's answer is nested more than ${MAX_ANSWER_DEPTH} levels deep.`,
    );
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw upstreamFailure("not_json", "The skill's answer is not valid JSON.", { cause });
  }
}
