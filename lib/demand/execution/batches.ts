/**
 * Batches: many calls of one skill, quoted together and answered as lines in the order in which they end. Invariants:
 * each call is reserved and settled separately; none costs more than its quote, nor all more than that of the batch; no call
 * starts after the client stops reading.
 */
import { setTimeout } from "node:timers/promises";
import type { BatchInput } from "@/lib/demand/execution/batch-schemas";
import { refusal } from "@/lib/demand/execution/refusals";
import {
  type Executable,
  execute,
  quoteOf,
  requireExecutable,
  toMax,
  type UnitLeft,
} from "@/lib/demand/execution/service";
import { unitCharge } from "@/lib/demand/execution/unit-report";
import { insufficientCredits } from "@/lib/money/ledger/refusals";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { AppError, invalid } from "@/lib/platform/core/errors";
import { jsonOf } from "@/lib/platform/core/json";
import { log } from "@/lib/platform/core/log";
import { withLogFields } from "@/lib/platform/core/log-fields";
import { type Micros, priceToMicros, toCredits } from "@/lib/platform/core/money";
import { streamOf } from "@/lib/platform/core/stream";
import { recordedCode } from "@/lib/platform/outbound/failure";
import { type Claim, claim, countStored, type StoredAnswer, settleClaim } from "@/lib/platform/ratelimit/idempotency";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { validateParameters } from "@/lib/supply/skills/parameters";

/** Concurrent calls of a batch: a quarter of what an account may have in flight. */
const CONCURRENCY = 5;
/** How often a call waits for others of the account to end, and how long each time. */
const BUSY_TRIES = 60;
const BUSY_PAUSE_MS = 500;
/** Failures that every later call of the batch would meet, too. */
const FINAL = [
  "unauthorized",
  "key_scope",
  "credential_required",
  "approval_required",
  "approval_refused",
  "skill_not_allowed",
  "insufficient_credits",
  "key_limit_reached",
  "budget_reached",
  "price_changed",
  "purchase_required",
  "plan_used_up",
  "not_found",
];

type Asked = {
  maxPrice: number | undefined;
  isDryRun: boolean;
  idempotencyKey: string | null;
  version?: string | undefined;
};
/** The quote of a batch, what of it may still be charged, what its running calls may charge, and how many those are. */
type Purse = { total: Micros; left: Micros; taken: Micros; running: number };
type Batch = {
  caller: Caller;
  slug: string;
  inputs: BatchInput["inputs"];
  eachMax: Micros;
  unitMax: Micros | null;
  purse: Purse;
  key: string | null;
  version: string | undefined;
};

/**
 * Checks and quotes all inputs, then calls the skill with each, a few at a time. Answers a stream of JSON lines: the quote, each
 * outcome, and the sums. Throws as `execute` does before a call, naming `inputs[n]`; then nothing was called.
 */
export async function run(caller: Caller, slug: string, { inputs }: BatchInput, asked: Asked): Promise<Response> {
  const listing = await requireExecutable(caller, slug, inputs[0] ?? {}, { version: asked.version });
  requireValid(caller, listing, inputs);
  const { total, each, unitMax } = await quoteAll(caller, listing, inputs.length);
  const max = toMax(asked.maxPrice);
  if (max !== null && total > max) throw refusal({ outcome: "price_changed", price: String(total) }, slug);
  const quote = { quote: { calls: inputs.length, max_cost: toCredits(total) } };
  const headers = { "content-type": "application/x-ndjson", "cache-control": "no-store" };
  if (asked.isDryRun) return new Response(`${JSON.stringify(quote)}\n`, { headers });
  await requireCredits(caller, total);
  const purse = { total, left: total, taken: 0n, running: 0 };
  const batch = {
    caller,
    slug,
    inputs,
    eachMax: each,
    unitMax,
    purse,
    key: asked.idempotencyKey,
    version: asked.version,
  };
  return new Response(streamOf(linesOf(quote, batch)), { headers });
}

function requireValid(caller: Caller, listing: Executable, inputs: BatchInput["inputs"]): void {
  const issues = ratelimit.withinCpuBudget("checking", caller.accountId, () =>
    inputs.flatMap((input, at) =>
      validateParameters(listing.api_schema, listing.revision_id, input).map(({ param, message }) => ({
        param: `inputs[${at}]${param ? `.${param}` : ""}`,
        message,
      })),
    ),
  );
  const [first, ...rest] = issues.slice(0, 100);
  if (first) throw invalid([first, ...rest]);
}

/** `unitMax` is what a call with units costs at most beside a renewal; null without units. */
type Quoted = { total: Micros; each: Micros; unitMax: Micros | null };

/** What all calls together, and what each may charge at most. A due renewal is charged once; free calls come first. */
async function quoteAll(caller: Caller, listing: Executable, calls: number): Promise<Quoted> {
  const { cost, isFree, renews, includedLeft, beyond, unitsLeft } = await quoteOf(caller, listing, "execute");
  if (unitsLeft) {
    const [all, each] = await Promise.all([
      unitCharge(unitsOf(unitsLeft, BigInt(calls)), null),
      unitCharge(unitsOf(unitsLeft, 1n, 0), null),
    ]);
    // Each call rounds its own.
    const further = all === 0n ? 0n : all + BigInt(calls);
    const most = all === 0n ? 0n : each;
    if (!renews) return { total: further, each: most, unitMax: most };
    return { total: cost + further, each: cost > most ? cost : most, unitMax: most };
  }
  if (includedLeft !== null) {
    const further = BigInt(Math.max(0, calls - includedLeft)) * beyond;
    const each = further > 0n ? beyond : 0n;
    if (!renews) return { total: further, each, unitMax: null };
    return { total: cost + further, each: cost > each ? cost : each, unitMax: null };
  }
  if (renews || listing.pricing_type === "subscription") return { total: cost, each: cost, unitMax: null };
  const hasUnits = listing.units.length > 0;
  if (!isFree) return { total: cost * BigInt(calls), each: cost, unitMax: hasUnits ? cost : null };
  const { accountId } = caller;
  const use = await prisma().freeCallUse.findUnique({
    where: { accountId_skillId: { accountId, skillId: listing.skill_id } },
  });
  const paid = Math.max(0, calls - Math.max(0, listing.free_calls - (use?.used ?? 0)));
  const price = BigInt(listing.price_per_call_micros ?? 0) + (await unitCharge(listing.units, null));
  return { total: price * BigInt(paid), each: price, unitMax: hasUnits ? price : null };
}

/** Units of a plan as so many calls may report them together, with what is left of them free. */
const unitsOf = (units: UnitLeft[], calls: bigint, left?: number) =>
  units.map((unit) => ({
    name: unit.name,
    price_nanos: unit.beyond_nanos ?? "0",
    most: unit.most * Number(calls),
    free: left ?? unit.left,
  }));

/** Refuses a batch that could not be paid to its end. Each call still holds its own price. */
async function requireCredits({ accountId }: Caller, total: Micros): Promise<void> {
  const wallet = await prisma().wallet.findUnique({ where: { accountId } });
  const available = (wallet?.postedMicros ?? 0n) - (wallet?.heldMicros ?? 0n);
  if (total > available) throw insufficientCredits(total, available);
}

type Outcome = { index: number; line: string; cost: number; isDone: boolean };

async function* linesOf(quote: object, batch: Batch): AsyncGenerator<string> {
  yield `${JSON.stringify(quote)}\n`;
  const underWay = new Map<number, Promise<Outcome>>();
  const sums = { succeeded: 0, failed: 0, costs: 0 };
  const stop: { error: AppError | null } = { error: null };
  try {
    for (let next = 0; next < batch.inputs.length || underWay.size > 0; ) {
      while (underWay.size < CONCURRENCY && next < batch.inputs.length) {
        const index = next;
        underWay.set(
          index,
          withLogFields({ call_index: index }, () => one(batch, index, stop)),
        );
        next++;
      }
      const { index, line, cost, isDone } = await Promise.race(underWay.values());
      underWay.delete(index);
      sums[isDone ? "succeeded" : "failed"]++;
      sums.costs = Math.round((sums.costs + cost) * 1e6) / 1e6;
      yield `${line}\n`;
    }
    const { succeeded, failed, costs } = sums;
    yield `${JSON.stringify({ summary: { succeeded, failed, cost: costs } })}\n`;
  } finally {
    await Promise.all(underWay.values());
  }
}

/** One call. Never throws. */
async function one(batch: Batch, index: number, stop: { error: AppError | null }): Promise<Outcome> {
  let claimed: Claim | null = null;
  try {
    if (stop.error) throw stop.error;
    const found = batch.key === null ? null : await claimOf(batch, index);
    if (found && !("token" in found)) return replayed(index, found);
    claimed = found;
    const { result, usage } = await whenFree(batch, (max) =>
      execute(batch.caller, batch.slug, batch.inputs[index] ?? {}, {
        claimed,
        maxPrice: toCredits(max),
        version: batch.version,
      }),
    );
    if (claimed) countStored(claimed);
    const line = jsonOf({ index, state: "succeeded", result, usage });
    return { index, line, cost: usage.cost, isDone: true };
  } catch (error) {
    // A failed call is tried again when the batch is sent again under its key.
    if (claimed) await settleClaim(claimed, { status: 500, code: "internal", body: "" }).catch(() => {});
    return failed(index, error, stop);
  }
}

const claimOf = ({ caller, key, slug, inputs, version }: Batch, index: number) =>
  claim(caller.accountId, `${key}#${index}`, ["batch", slug, inputs[index], version]);

function replayed(index: number, { body }: StoredAnswer): Outcome {
  const { result, usage } = JSON.parse(body) as { result: unknown; usage: unknown };
  const line = JSON.stringify({ index, state: "succeeded", replayed: true, result, usage });
  return { index, line, cost: 0, isDone: true };
}

function failed(index: number, error: unknown, stop: { error: AppError | null }): Outcome {
  if (!(error instanceof AppError)) log.error({ err: error }, "a call of a batch failed");
  if (error instanceof AppError && FINAL.includes(error.code)) stop.error = error;
  const details = error instanceof AppError ? { message: error.message, details: error.details } : {};
  const line = JSON.stringify({ index, state: "failed", error: { code: recordedCode(error), ...details } });
  return { index, line, cost: 0, isDone: false };
}

/** Whether a call could charge a part of what it wants now, and more once others of the batch have ended. */
const isPart = ({ left, running }: Purse, wanted: Micros) => running > 0 && left > 0n && left < wanted;

/**
 * Makes a call with the most that it may charge. Waits while the account or the skill has as many calls in flight as it may, and
 * while others of the batch may charge what is left of its quote, or hold what its plan includes. A call with units would be cut by
 * less than its most.
 */
async function whenFree<T extends { usage: { cost: number } }>(
  { eachMax, unitMax, purse }: Pick<Batch, "eachMax" | "unitMax" | "purse">,
  work: (max: Micros) => Promise<T>,
): Promise<T> {
  // Only the first one renews.
  const wanted = (): Micros => (unitMax !== null && purse.left < purse.total ? unitMax : eachMax);
  for (let tried = 1; ; ) {
    while (unitMax !== null && isPart(purse, wanted())) await setTimeout(BUSY_PAUSE_MS);
    const most: Micros = wanted();
    const max = purse.left < most ? purse.left : most;
    let cost = 0n;
    const wasAlone = purse.running === 0;
    purse.left -= max;
    purse.taken += max;
    purse.running++;
    try {
      const done = await work(max);
      cost = priceToMicros(done.usage.cost);
      return done;
    } catch (error) {
      const code = error instanceof AppError ? error.code : null;
      const isShort = code === "price_changed" && max < eachMax && purse.taken > max;
      // The calls that held the rest of the plan may have ended since.
      const isUsedUp = code === "plan_used_up" && !(wasAlone && purse.running === 1);
      const isBusy = code === "too_many_in_flight" && tried++ < BUSY_TRIES;
      if (!isShort && !isUsedUp && !isBusy) throw error;
    } finally {
      purse.left += max - cost;
      purse.taken -= max;
      purse.running--;
    }
    await setTimeout(BUSY_PAUSE_MS);
  }
}
