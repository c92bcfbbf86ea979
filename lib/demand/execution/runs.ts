/**
 * Runs: calls that their callers do not wait for, of up to 15 minutes. Invariants: a run is charged if and only if its hold is
 * captured, and its result is shown only then; its credits are held until it ends, or until the lease of its process lapses.
 */

import type { Share } from "@/lib/demand/execution/answer-budget";
import { admitCall, callSkill } from "@/lib/demand/execution/call";
import { createCallTrace, noteOutcome } from "@/lib/demand/execution/call-trace";
import { capture, release, reserve } from "@/lib/demand/execution/holds";
import type { Reservation } from "@/lib/demand/execution/refusals";
import { checkResponse } from "@/lib/demand/execution/response-check";
import type { Run } from "@/lib/demand/execution/run-schemas";
import type { ExecuteInput } from "@/lib/demand/execution/schemas";
import { type Asked, type Executable, requireExecutable, toCall, toMax } from "@/lib/demand/execution/service";
import { toUsage } from "@/lib/demand/execution/settling";
import { chargeOf } from "@/lib/demand/execution/unit-report";
import type { UsageRecord } from "@/lib/demand/usage/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { count, countCharge } from "@/lib/platform/core/counts";
import { prisma, query } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { JsonText } from "@/lib/platform/core/json";
import { log } from "@/lib/platform/core/log";
import { hoursAgo, prune } from "@/lib/platform/jobs/pruning";
import { CANCELLED, recordedCode } from "@/lib/platform/outbound/failure";

/** Longest run, and how much longer its credits may be held. */
const MAX_RUN_SECONDS = 15 * 60;
const SETTLING_SECONDS = 60;
/** How long a run is stored after it began; its result for a day at least. */
const STORED_HOURS = 25;
const HOUR_MS = 60 * 60 * 1000;
/** Runs whose end is announced together. */
const ANNOUNCED_BATCH = 500;

/** What this process works on, to end it when it is cancelled here. */
const underWay = new Map<string, AbortController>();

type Job = {
  caller: Caller;
  listing: Executable;
  reservation: Reservation;
  parameters: ExecuteInput;
  body: string;
  share: Share;
};

/** Starts a run and returns it immediately. Throws as `execute` does before the call. */
export async function start(
  caller: Caller,
  slug: string,
  parameters: ExecuteInput,
  { maxPrice, version, tool }: Omit<Asked, "claimed">,
): Promise<Run> {
  const listing = await requireExecutable(caller, slug, parameters, { version, tool });
  const body = JSON.stringify(parameters);
  const share = admitCall(slug, body, caller.accountId);
  let reservation: Reservation | null = null;
  try {
    reservation = await reserve(caller, listing, {
      kind: "execute",
      maxPrice: toMax(maxPrice),
      parameters,
      operation: listing.tool?.operation.name,
      holdSeconds: MAX_RUN_SECONDS + SETTLING_SECONDS,
    });
    const data = { id: reservation.holdId, accountId: caller.accountId, skillSlug: slug };
    const { createdAt } = await prisma().run.create({ data });
    void work({ caller, listing, reservation, parameters, body, share });
    return toRun({ id: data.id, skill_slug: slug, state: "held", created_at: createdAt });
  } catch (error) {
    share.end();
    if (reservation) await release(caller.accountId, reservation.holdId, { code: recordedCode(error) });
    throw error;
  }
}

/** Calls the skill, stores what came of it, and then charges or releases. Never throws. */
async function work({ caller, listing, reservation, parameters, body, share }: Job): Promise<void> {
  const { holdId: id } = reservation;
  const abort = new AbortController();
  underWay.set(id, abort);
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const trace = createCallTrace(caller, body);
  try {
    let note: ReturnType<typeof checkResponse> = null;
    const check = (sent: JsonText) => {
      note = checkResponse(listing, sent);
    };
    const options = { timeoutMs: MAX_RUN_SECONDS * 1000, signal: abort.signal, trace, check };
    const result = await callSkill(await toCall(caller, listing, reservation, parameters), body, share, options);
    const charged = await chargeOf(reservation, trace.reported());
    const success = {
      charged,
      usageId: newId(),
      durationMs: elapsedMs(),
      at: new Date(),
      claimed: null,
      stored: null,
      note,
      trace: trace.stored(Buffer.byteLength(result.text)),
    };
    const usage = toUsage(caller, reservation, { ...success, id: success.usageId });
    // In SQL, since Prisma looks at each character of a text.
    await query("runs.keep_result", "UPDATE run SET result = $3, usage = $4 WHERE id = $1 AND account_id = $2", [
      id,
      caller.accountId,
      result.text,
      usage,
    ]);
    await capture(caller, reservation, success);
    count("upstream_calls_total", { outcome: "ok" });
    countCharge("call", charged.cost);
    noteOutcome(caller, listing.skill_id, reservation, { body, result: result.text });
  } catch (error) {
    const code = recordedCode(error);
    count("upstream_calls_total", { outcome: code });
    if (!(error instanceof AppError)) log.error({ err: error, run: id }, "a run failed");
    const message =
      error instanceof AppError ? error.message : "Something went wrong on our side. Nothing was charged.";
    await noteError(caller, id, { code, message }).catch((cause: unknown) =>
      log.error({ err: cause, run: id }, "the error of a failed run could not be recorded"),
    );
    noteOutcome(caller, listing.skill_id, reservation, { body, error });
    // Should this fail, too, the hold is released when it expires.
    await release(caller.accountId, id, { code, durationMs: elapsedMs(), trace: trace.stored(null) });
  } finally {
    share.end();
    underWay.delete(id);
  }
}

/** The first reason counts: what a cancelled call fails with is no news. */
async function noteError(
  { accountId }: Caller,
  id: string,
  { code, message }: { code: string; message: string },
): Promise<void> {
  const data = { errorCode: code, errorMessage: message };
  await prisma().run.updateMany({ where: { id, accountId, errorCode: null }, data });
}

/** One of the caller's runs. */
export async function get(caller: Caller, id: string): Promise<Run> {
  const [row] = await query<RunRow>(
    "runs.get",
    `SELECT r.id, r.skill_slug, r.result, r.usage, r.error_code, r.error_message, r.created_at, h.state, h.closed_at
       FROM run r JOIN hold h ON h.id = r.id AND h.account_id = r.account_id WHERE r.id = $1 AND r.account_id = $2`,
    [id, caller.accountId],
  );
  if (!row) throw notFound();
  return toRun(row);
}

/**
 * Cancels a run that is in progress: its credits are released immediately, whatever its endpoint still does. One that has
 * ended stays as it is. Returns the run.
 */
export async function cancel(caller: Caller, id: string): Promise<Run> {
  const run = await get(caller, id);
  if (run.state !== "running") return run;
  await noteError(caller, id, { code: CANCELLED, message: "You cancelled this run. Nothing was charged." });
  const durationMs = Date.now() - new Date(run.created_at).getTime();
  await release(caller.accountId, id, { code: CANCELLED, durationMs });
  underWay.get(id)?.abort();
  return get(caller, id);
}

type RunRow = {
  id: string;
  skill_slug: string;
  state: string;
  created_at: Date;
  closed_at?: Date | null;
  result?: string | null;
  usage?: unknown;
  error_code?: string | null;
  error_message?: string | null;
};

const ABANDONED = {
  code: "abandoned",
  message: "The process that worked on this run ended. Nothing was charged; start it again.",
};

function toRun(row: RunRow): Run {
  const isCancelled = row.state === "released" && row.error_code === CANCELLED;
  const states: Record<string, Run["state"]> = { held: "running", captured: "succeeded", released: "failed" };
  const state = isCancelled ? CANCELLED : (states[row.state] ?? "failed");
  const error = row.error_code ? { code: row.error_code, message: row.error_message ?? "" } : ABANDONED;
  return {
    id: row.id,
    skill: row.skill_slug,
    state,
    outcome:
      state === "succeeded" ? { result: new JsonText(row.result ?? "null"), usage: row.usage as UsageRecord } : null,
    error: state === "failed" || state === CANCELLED ? error : null,
    created_at: row.created_at,
    ended_at: row.closed_at ?? null,
    expires_at: new Date(row.created_at.getTime() + STORED_HOURS * HOUR_MS),
  };
}

/** Queues the events of runs that have ended, once each. Returns how many. */
export async function announceEnded(): Promise<number> {
  const announced = await query<{ id: string; queued: string }>(
    "runs.announce",
    `WITH ended AS (
       UPDATE run r SET announced_at = now() FROM hold h WHERE h.id = r.id AND r.id IN (
         SELECT due.id FROM run due JOIN hold closed ON closed.id = due.id
          WHERE due.announced_at IS NULL AND closed.state <> 'held' LIMIT ${ANNOUNCED_BATCH}
            FOR UPDATE OF due SKIP LOCKED)
       RETURNING r.id, r.account_id, r.skill_slug, r.error_code, h.state)
     SELECT id, webhook_emit(account_id, CASE state WHEN 'captured' THEN 'run.succeeded' ELSE 'run.failed' END,
       jsonb_strip_nulls(jsonb_build_object('run_id', id, 'skill', skill_slug,
         'error_code', CASE WHEN state <> 'captured' THEN coalesce(error_code, 'abandoned') END)))::text AS queued
         FROM ended`,
    [],
  );
  return announced.length;
}

/** Deletes runs of more than a day ago. Returns how many. */
export function expireRuns(): Promise<number> {
  const where = { announcedAt: { not: null }, createdAt: { lt: hoursAgo(STORED_HOURS) } };
  return prune((limit) => prisma().run.deleteMany({ where, limit }));
}
