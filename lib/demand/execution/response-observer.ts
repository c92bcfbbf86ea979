import type { AnswerHeaders } from "@/lib/platform/outbound/answer";
import type { ResponseObserver } from "@/lib/platform/outbound/outbound";

export const MAX_SHOWN_BYTES = 16 * 1024;
const MAX_HEADER_CHARS = 500;
/** Headers that are shown. Others, such as cookies, may be secret. */
const SHOWN_HEADERS = new Set(
  "content-type content-length content-encoding transfer-encoding location retry-after cache-control date server www-authenticate x-request-id".split(
    " ",
  ),
);

export type Seen = {
  status: number;
  headers: Record<string, string>;
  body: string;
  bytes: number;
  firstByteMs: number;
};

/** An observer that records the head of an answer and the start of its body; `seen` is null before any answer. */
export function createResponseObserver(
  elapsedMs: () => number,
  maxBytes = MAX_SHOWN_BYTES,
): ResponseObserver & { seen: () => Seen | null } {
  let head: Pick<Seen, "status" | "headers" | "firstByteMs"> | null = null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  return {
    onHead: (status, headers) => {
      head = { status, headers: shownHeaders(headers), firstByteMs: elapsedMs() };
    },
    onBytes: (part) => {
      if (bytes < maxBytes) parts.push(part.subarray(0, maxBytes - bytes));
      bytes += part.length;
      return bytes < maxBytes;
    },
    seen: () => head && { ...head, bytes, body: new TextDecoder().decode(Buffer.concat(parts)) },
  };
}

function shownHeaders(headers: AnswerHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => SHOWN_HEADERS.has(name.toLowerCase()))
      .map(([name, value]) => [name.toLowerCase(), String(value).slice(0, MAX_HEADER_CHARS)]),
  );
}
