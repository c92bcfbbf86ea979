/** What a call that succeeded leaves: its charge, its usage record, and its response under its Idempotency-Key. */
import { capture, type Success } from "@/lib/demand/execution/holds";
import type { Reservation } from "@/lib/demand/execution/refusals";
import { dropAnswer, storeAnswer } from "@/lib/demand/execution/stored-answers";
import type { Charged } from "@/lib/demand/execution/unit-report";
import { type StoredTrace, toUsedUnits, type UsageRecord } from "@/lib/demand/usage/schemas";
import * as ledger from "@/lib/money/ledger/service";
import type { Caller } from "@/lib/platform/core/caller";
import { newId } from "@/lib/platform/core/ids";
import type { JsonText } from "@/lib/platform/core/json";
import { toCredits } from "@/lib/platform/core/money";
import { type Claim, toStoredResult } from "@/lib/platform/ratelimit/idempotency";

/** An answer, and the code to record with it when it is not what the skill promises. */
type Answered = {
  result: JsonText;
  durationMs: number;
  note: string | null;
  trace: StoredTrace;
  isLinked: boolean;
  charged: Charged;
};

/** Charges a call that succeeded and stores its answer under its Idempotency-Key, in one transaction. */
export async function settle(
  caller: Caller,
  reservation: Reservation,
  { result, durationMs, note, trace, isLinked, charged }: Answered,
  claimed: Claim | null,
) {
  const at = new Date();
  const usageId = newId();
  const usage = toUsage(caller, reservation, { id: usageId, durationMs, at, note, charged });
  const answer = isLinked
    ? { result: null, result_link: await storeAnswer(caller, reservation, { result, usage }), usage }
    : { result, usage };
  const { result: shown, ...about } = answer;
  const stored = claimed && toStoredResult(claimed, shown?.text ?? null, about);
  const success = { usageId, durationMs, at, claimed, stored, note, trace, charged };
  try {
    const [posted, held] = await capture(caller, reservation, success);
    if (claimed) claimed.isStored = true;
    return { ...answer, balance: ledger.toBalance(posted, held) };
  } catch (error) {
    if (isLinked) await dropAnswer(caller, reservation);
    throw error;
  }
}

/** The usage record of a call that succeeded. */
export function toUsage(
  caller: Caller,
  { slug, version, operation, kind, isFree }: Reservation,
  {
    id,
    durationMs,
    at,
    note = null,
    charged,
  }: Pick<Success, "durationMs" | "at" | "note"> & { id: string; charged: Charged },
) {
  return {
    id,
    skill: slug,
    version,
    tool: operation,
    kind,
    status: "succeeded",
    cost: toCredits(charged.cost),
    units: toUsedUnits(charged.units),
    free: isFree,
    error_code: charged.note ?? note,
    duration_ms: durationMs,
    key_prefix: caller.key?.prefix ?? null,
    created_at: at.toISOString(),
  } satisfies UsageRecord;
}
