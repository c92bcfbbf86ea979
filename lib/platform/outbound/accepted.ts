import { backoff } from "@/lib/platform/core/backoff";
import type { AnswerHeaders } from "@/lib/platform/outbound/answer";
import { upstreamFailure } from "@/lib/platform/outbound/failure";

/** An endpoint's answer that it works on the result: where to ask for it, and its `Retry-After`. */
export type Accepted = { statusUrl: string; retryAfter: string | null };

/** Pauses between two questions: half a second at first, doubled up to ten seconds. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

/**
 * Whether an answer says that the result comes later: a 202 that names a status address, or any 202 of that address.
 */
export function acceptedAt(
  asked: string,
  { statusCode, headers }: { statusCode: number; headers: AnswerHeaders },
  isStatus: boolean,
): Accepted | null {
  if (statusCode !== 202) return null;
  const location = [headers.location].flat()[0];
  if (!location && !isStatus) return null;
  const url = URL.parse(location ?? "", asked);
  if (!url || url.origin !== new URL(asked).origin)
    throw upstreamFailure("status_address", "The skill's endpoint returned a status URL on a different origin.");
  return { statusUrl: url.href, retryAfter: [headers["retry-after"]].flat()[0] ?? null };
}

/** The pause before the next question. */
export function pollPauseMs(retryAfter: string | null, asked: number): number {
  const wanted = /^\d{1,4}$/.test(retryAfter ?? "") ? Number(retryAfter) * 1000 : 0;
  return Math.min(Math.max(wanted, backoff(FIRST_PAUSE_MS, asked, MAX_PAUSE_MS)), MAX_PAUSE_MS);
}

/** Secrets among the headers, which go to addresses at a path and below it, and to no others of the origin. */
export type Confined = { path: string; values: readonly string[] };

/**
 * The headers of a question: by which call it is, without the signature, which covers the body of the call, and without secrets that
 * belong to another path.
 */
export function pollHeaders(
  headers: Record<string, string>,
  statusUrl: string,
  { path, values }: Confined = { path: "/", values: [] },
): Record<string, string> {
  const isThere = isBelow(path, new URL(statusUrl).pathname);
  const sent = Object.entries(headers).filter(
    ([name, text]) => !name.startsWith("webhook-") && (isThere || !values.some((value) => text.includes(value))),
  );
  return { ...Object.fromEntries(sent), accept: "application/json", "accept-encoding": "identity" };
}

const isBelow = (path: string, asked: string) => asked === path || asked.startsWith(path.replace(/\/?$/, "/"));
