/**
 * An `Idempotency-Key` belongs to an account for 24 hours: the same request under it gets the first answer again, another request is
 * refused. A caller's own limits come first: a key that may not use a skill gets no answer about it, stored or not.
 */
import { type Answer, answerOf, type Body, refuse, repeat } from "@/tests/year/model/answers";
import { DAY } from "@/tests/year/model/calendar";
import type { Market, Ref } from "@/tests/year/model/market";

/** Statuses after which the same request may turn out differently: nothing is stored. */
const OPEN = [401, 429, 500, 503];

/** Performs a request once under its key, or repeats its answer. */
export function once(
  market: Market,
  account: Ref,
  { idem, request, now }: { idem: string | null; request: unknown; now: number },
  work: () => Body,
): Body {
  if (idem === null) return work();
  const fingerprint = JSON.stringify(request);
  const name = `${account} ${idem}`;
  const stored = market.stored.get(name);
  if (stored && stored.storedAt > now - DAY) {
    if (stored.fingerprint !== fingerprint) refuse("idempotency_key_reused");
    return repeat(stored.answer as Answer);
  }
  const answer = answerOf(work);
  // The same request is charged once it is approved.
  const isOpen = OPEN.includes(answer.status) || answer.code === "approval_required";
  if (!isOpen) market.stored.set(name, { fingerprint, answer, storedAt: now });
  return repeat(answer);
}
