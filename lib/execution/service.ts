/**
 * Metered calls: reserve, call the developer's endpoint, settle or release; two short transactions, never one across
 * the network. Invariants: only a valid answer is charged; what a failed or abandoned call took is given back.
 */
import type * as catalog from "@/lib/catalog/service";
import type { Caller } from "@/lib/core/caller";
import { noting, query } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { AppError, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { formatCredits, type Micros, priceToMicros, toCredits } from "@/lib/core/money";
import { callSkill } from "@/lib/execution/call";
import { type Reservation, type ReserveRow, refusal } from "@/lib/execution/refusals";
import type { ExecuteInput } from "@/lib/execution/schemas";
import { requireKeyAllows } from "@/lib/keys/guardrails";
import * as ledger from "@/lib/ledger/service";
import { requireUsable } from "@/lib/purchases/usable/service";
import { validateParameters } from "@/lib/skills/parameters";
import type { UsageRecord } from "@/lib/usage/schemas";

/** A hold lives longer than the longest call, and not much longer. */
const HOLD_SECONDS = 90;
/** Most expired holds that one round of the sweeper closes. */
const SWEEP_BATCH = 500;

/** The claimed Idempotency-Key of a request, when it came with one. */
type Claimed = { key: string; token: string; isStored?: boolean } | null;

/** What a request says beside the parameters: its claimed Idempotency-Key, and the most it may cost, in credits. */
type Asked = { claimed: Claimed; maxPrice?: number | undefined };

/**
 * Executes a skill for the caller. Throws not_found, not_executable, invalid_request (naming the parameter),
 * price_changed, purchase_required, insufficient_credits, key_limit_reached, key_scope, too_many_in_flight, upstream_failed and
 * upstream_timeout; after any of them nothing is charged.
 */
export async function execute(
  caller: Caller,
  slug: string,
  parameters: ExecuteInput,
  { claimed, maxPrice }: Asked,
) {
  const listing = await requireExecutable(caller, slug, parameters);
  const most = maxPrice === undefined ? null : priceToMicros(maxPrice);
  const price = BigInt(listing.price_per_call_micros ?? 0);
  // A call that would be too dear may still be free: only then is it looked up what this one costs.
  if (most !== null && price > most) requireWithin((await quoteOf(caller, listing)).cost, most);
  const reservation = await reserve(caller, listing, "execute");
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  try {
    // The price may have changed since it was read; what is held is what would be charged.
    if (most !== null && !reservation.isFree) requireWithin(reservation.price, most);
    const result = await callSkill(
      {
        slug,
        endpoint: listing.api_endpoint,
        signingSecrets: reservation.signingSecrets,
        pseudonymSecret: reservation.pseudonymSecret,
        callerId: caller.accountId,
        callId: reservation.holdId,
      },
      parameters,
    );
    return await settle(caller, reservation, { result, durationMs: elapsedMs() }, claimed);
  } catch (error) {
    await release(
      caller.accountId,
      reservation.holdId,
      error instanceof AppError ? error.code : "internal",
      elapsedMs(),
    );
    throw error;
  }
}

function requireWithin(price: Micros, most: Micros): void {
  if (price <= most) return;
  throw new AppError(
    "price_changed",
    `A call costs ${formatCredits(price)} credits now, above your max_price. Nothing was called or charged.`,
    { param: "max_price", details: { price: toCredits(price) } },
  );
}

/** Validates a call and says what it may cost, without calling or charging. Throws as `execute` does before the call. */
export async function quote(caller: Caller, slug: string, parameters: ExecuteInput) {
  const { cost, isFree } = await quoteOf(caller, await requireExecutable(caller, slug, parameters));
  return { valid: true as const, max_cost: toCredits(cost), free: isFree };
}

async function quoteOf(caller: Caller, listing: Executable): Promise<{ cost: Micros; isFree: boolean }> {
  const [row] = await query<{ owned: boolean; used: number }>(
    "execution.quote",
    `SELECT EXISTS (SELECT 1 FROM purchase WHERE buyer_id = $1 AND skill_id = $2 AND status = 'active' AND current_period_end > now()) AS owned,
       coalesce((SELECT used FROM free_call_use WHERE account_id = $1 AND skill_id = $2), 0) AS used`,
    [caller.accountId, listing.skill_id],
  );
  const isFreeOfCharge = caller.isAdmin || listing.owner_id === caller.accountId || row?.owned === true;
  if (!isFreeOfCharge && listing.pricing_type === "subscription") {
    throw refusal({ outcome: "purchase_required", price: listing.price_micros }, caller, listing.slug);
  }
  const isFree = !isFreeOfCharge && listing.free_calls > (row?.used ?? 0);
  return { cost: isFreeOfCharge || isFree ? 0n : BigInt(listing.price_per_call_micros ?? 0), isFree };
}

type Executable = catalog.ListingDetail & { api_endpoint: string };

async function requireExecutable(
  caller: Caller,
  slug: string,
  parameters: ExecuteInput,
): Promise<Executable> {
  requireKeyAllows(caller, slug);
  const listing = await requireUsable(caller, slug);
  const { api_endpoint: endpoint } = listing;
  if (listing.execution_type === "download" || endpoint === null) {
    throw new AppError("not_executable", "This skill is a download; it cannot be executed through the API.", {
      details: { download_url: `${env().PUBLIC_URL}/v1/skills/${slug}/download` },
    });
  }
  const [first, ...rest] = validateParameters(listing.api_schema, listing.revision_id, parameters);
  if (first) throw invalid([first, ...rest]);
  return { ...listing, api_endpoint: endpoint };
}

/** Checks access and takes a free call or holds the price. Throws as `execute` says. */
export async function reserve(
  caller: Caller,
  listing: catalog.ListingDetail,
  kind: "execute" | "download",
): Promise<Reservation> {
  const holdId = newId();
  const { MAX_IN_FLIGHT, MAX_IN_FLIGHT_SKILL, feeBps } = env();
  const [row] = await query<ReserveRow>(
    "execution.reserve",
    "SELECT * FROM execution_reserve($1, $2, $3, $4, $5, $6, $7, $8, make_interval(secs => $9), $10, $11, $12)",
    [
      holdId,
      newId(),
      caller.accountId,
      caller.isAdmin,
      listing.skill_id,
      kind,
      caller.key?.id ?? null,
      caller.key?.prefix ?? null,
      HOLD_SECONDS,
      MAX_IN_FLIGHT,
      MAX_IN_FLIGHT_SKILL,
      feeBps,
    ],
  );
  if (row?.outcome !== "held")
    throw refusal(row ?? { outcome: "not_found", price: null }, caller, listing.slug);
  return {
    holdId,
    slug: listing.slug,
    kind,
    price: BigInt(row.price ?? 0),
    isFree: row.is_free,
    signingSecrets: row.signing_secret.split(" "),
    pseudonymSecret: row.pseudonym_secret,
  };
}

/** Charges a call that succeeded and stores its answer under its Idempotency-Key, in one transaction. */
async function settle(
  caller: Caller,
  reservation: Reservation,
  { result, durationMs }: { result: unknown; durationMs: number },
  claimed: Claimed,
) {
  const at = new Date();
  const usageId = newId();
  const usage = toUsage(caller, reservation, { id: usageId, durationMs, at });
  const answer = { result, usage };
  const stored = claimed && JSON.stringify(answer).slice(0, -1);
  const [posted, held] = await capture(caller, reservation, { usageId, durationMs, at, claimed, stored });
  if (claimed) claimed.isStored = true;
  return { ...answer, balance: ledger.toBalance(posted, held) };
}

/** Charges a download whose package is at hand. Throws upstream_timeout when its hold is gone already. */
export async function settleDownload(
  caller: Caller,
  reservation: Reservation,
  durationMs: number,
): Promise<void> {
  await capture(caller, reservation, {
    usageId: newId(),
    durationMs,
    at: new Date(),
    claimed: null,
    stored: null,
  });
}

async function capture(
  caller: Caller,
  { holdId }: Reservation,
  {
    usageId,
    durationMs,
    at,
    claimed,
    stored,
  }: { usageId: string; durationMs: number; at: Date; claimed: Claimed; stored: string | null },
): Promise<[Micros, Micros]> {
  const [row] = await query<{ settled: boolean; posted: string; held: string }>(
    "execution.settle",
    `SELECT settled.*${noting("$2")} FROM execution_settle($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS settled`,
    [
      holdId,
      caller.accountId,
      newId(),
      usageId,
      durationMs,
      env().feeBps,
      at,
      claimed?.key ?? null,
      claimed?.token ?? null,
      stored,
    ],
  );
  if (!row?.settled)
    throw new AppError("upstream_timeout", "The call took too long to be settled. Nothing was charged.");
  return [BigInt(row.posted), BigInt(row.held)];
}

function toUsage(
  caller: Caller,
  { slug, kind, price, isFree }: Reservation,
  { id, durationMs, at }: { id: string; durationMs: number; at: Date },
) {
  return {
    id,
    skill: slug,
    kind,
    status: "succeeded",
    cost: toCredits(price),
    free: isFree,
    error_code: null,
    duration_ms: durationMs,
    key_prefix: caller.key?.prefix ?? null,
    created_at: at.toISOString(),
  } satisfies UsageRecord;
}

/** Gives back what a request took that turned out to deliver nothing, and leaves no usage record. */
export async function cancel(accountId: string, holdId: string): Promise<void> {
  await close(accountId, holdId, { usageId: null, errorCode: null, durationMs: 0 });
}

/** Gives back what a failed call took, and records it. A database that is gone now is made good by the sweeper. */
export async function release(
  accountId: string,
  holdId: string,
  errorCode: string,
  durationMs: number,
): Promise<boolean> {
  return close(accountId, holdId, { usageId: newId(), errorCode, durationMs });
}

type Closing = { usageId: string | null; errorCode: string | null; durationMs: number };

async function close(
  accountId: string,
  holdId: string,
  { usageId, errorCode, durationMs }: Closing,
): Promise<boolean> {
  const closing = query<{ released: boolean }>(
    "execution.release",
    `SELECT execution_release($1, $2, $3, $4, $5, $6) AS released${noting("$2")}`,
    [holdId, accountId, usageId, errorCode, durationMs, new Date()],
  );
  const rows = await closing.catch((error: unknown) => {
    log.error({ err: error, hold: holdId }, "a hold could not be released; the sweeper will");
    return [];
  });
  return rows[0]?.released ?? false;
}

/** Closes the holds of processes that died. Safe to run twice at once: a hold is released by one of them. */
export async function sweepHolds(): Promise<number> {
  const expired = await query<{ id: string; account_id: string; age_ms: number }>(
    "execution.expired",
    `SELECT id, account_id, least(2147483647, extract(epoch FROM now() - created_at) * 1000)::int AS age_ms
       FROM hold WHERE state = 'held' AND expires_at < now() ORDER BY expires_at LIMIT ${SWEEP_BATCH}`,
    [],
  );
  let closed = 0;
  for (const { id, account_id, age_ms } of expired) {
    if (await release(account_id, id, "abandoned", age_ms)) closed++;
  }
  return closed;
}
