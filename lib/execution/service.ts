/**
 * Metered calls: reserve, call the developer's endpoint, settle or release; two short transactions, never one across
 * the network. Invariants: only a valid answer is charged; what a failed or abandoned call took is given back.
 */
import type * as catalog from "@/lib/catalog/service";
import type { Caller } from "@/lib/core/caller";
import { type Claim, toStored } from "@/lib/core/claims/service";
import { query } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { AppError, invalid } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { type JsonText, jsonOf } from "@/lib/core/json";
import { type Micros, priceToMicros, toCredits } from "@/lib/core/money";
import { requireAgreed } from "@/lib/execution/agreed";
import type { Share } from "@/lib/execution/answer-budget";
import { admitCall, callSkill } from "@/lib/execution/call";
import { capture, release, reserve } from "@/lib/execution/holds/service";
import { type Reservation, refusal } from "@/lib/execution/refusals";
import type { ExecuteInput } from "@/lib/execution/schemas";
import { requireKeyAllows } from "@/lib/keys/guardrails";
import * as ledger from "@/lib/ledger/service";
import { requireUsable } from "@/lib/purchases/usable/service";
import * as ratelimit from "@/lib/ratelimit/service";
import { validateParameters } from "@/lib/skills/parameters";
import type { UsageRecord } from "@/lib/usage/schemas";

/** What a request says beside the parameters: its claimed Idempotency-Key, and the most it may cost, in credits. */
type Asked = { claimed: Claim | null; maxPrice?: number | undefined };

/**
 * Executes a skill for the caller. Throws not_found, not_executable, invalid_request (naming the parameter),
 * price_changed, purchase_required, insufficient_credits, key_limit_reached, key_scope, too_many_in_flight, upstream_failed
 * and upstream_timeout; after any of them nothing is charged.
 */
export async function execute(
  caller: Caller,
  slug: string,
  parameters: ExecuteInput,
  { claimed, maxPrice }: Asked,
) {
  const listing = await requireExecutable(caller, slug, parameters);
  const body = JSON.stringify(parameters);
  const share = admitCall(slug, body);
  try {
    return await executeWithin(share, caller, listing, { body, claimed, maxPrice });
  } finally {
    share.end();
  }
}

async function executeWithin(
  share: Share,
  caller: Caller,
  listing: Executable,
  { body, claimed, maxPrice }: Asked & { body: string },
) {
  const { slug } = listing;
  const most = maxPrice === undefined ? null : priceToMicros(maxPrice);
  await requireQuoteWithin(caller, listing, "execute", most);
  const reservation = await reserve(caller, listing, "execute");
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  try {
    // The price may have changed since it was read; what is held is what would be charged.
    requireAgreed(reservation.price, most);
    const result = await callSkill(
      {
        slug,
        ownerId: listing.owner_id,
        endpoint: listing.api_endpoint,
        signingSecrets: reservation.signingSecrets,
        pseudonymSecret: reservation.pseudonymSecret,
        callerId: caller.accountId,
        callId: reservation.holdId,
      },
      body,
      share,
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

/** Validates a call and says what it may cost, without calling or charging. Throws as `execute` does before the call. */
export async function quote(caller: Caller, slug: string, parameters: ExecuteInput) {
  const listing = await requireExecutable(caller, slug, parameters);
  const { cost, isFree } = await quoteOf(caller, listing, "execute");
  return { valid: true as const, max_cost: toCredits(cost), free: isFree };
}

/**
 * Refuses a use that costs more than its caller has agreed to, in micro-credits, before anything is held for it or recorded of
 * it; null is any price. Throws price_changed and purchase_required.
 */
export async function requireQuoteWithin(
  caller: Caller,
  listing: catalog.ListingDetail,
  kind: Reservation["kind"],
  most: Micros | null,
): Promise<void> {
  // What would be too dear may still be free: only then is it looked up what this use costs.
  if (most === null || BigInt(listing.price_per_call_micros ?? 0) <= most) return;
  requireAgreed((await quoteOf(caller, listing, kind)).cost, most);
}

/**
 * What a use of a skill would cost now: also the next term of a subscription that would be renewed for it, and nothing for a
 * download that was paid within a day. Throws purchase_required for a subscription that neither runs nor would be renewed.
 */
export async function quoteOf(
  caller: Caller,
  listing: catalog.ListingDetail,
  kind: Reservation["kind"],
): Promise<{ cost: Micros; isFree: boolean }> {
  const isSubscription = listing.pricing_type === "subscription";
  const [row] = await query<{ term: string | null; used: number; is_paid: boolean }>(
    "execution.quote",
    `SELECT (SELECT CASE WHEN current_period_end > now() THEN 0 WHEN $3 THEN purchase_renewal_price(id) END FROM purchase
         WHERE buyer_id = $1 AND skill_id = $2 AND status = 'active') AS term,
       coalesce((SELECT used FROM free_call_use WHERE account_id = $1 AND skill_id = $2), 0) AS used,
       $4 = 'download' AND EXISTS (SELECT 1 FROM usage_record WHERE account_id = $1 AND skill_id = $2 AND kind = 'download'
         AND status = 'succeeded' AND (cost_micros > 0 OR free) AND created_at > now() - interval '1 day') AS is_paid`,
    [caller.accountId, listing.skill_id, isSubscription, kind],
  );
  const isOurs = caller.isAdmin || listing.owner_id === caller.accountId;
  const term = row?.term ?? null;
  const isFreeOfCharge = isOurs || (term !== null && !isSubscription) || row?.is_paid === true;
  if (!isOurs && isSubscription) {
    if (term !== null) return { cost: BigInt(term), isFree: false };
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
  const [first, ...rest] = ratelimit.timed("checking", caller.accountId, () =>
    validateParameters(listing.api_schema, listing.revision_id, parameters),
  );
  if (first) throw invalid([first, ...rest]);
  return { ...listing, api_endpoint: endpoint };
}

/** Charges a call that succeeded and stores its answer under its Idempotency-Key, in one transaction. */
async function settle(
  caller: Caller,
  reservation: Reservation,
  { result, durationMs }: { result: JsonText; durationMs: number },
  claimed: Claim | null,
) {
  const at = new Date();
  const usageId = newId();
  const usage = toUsage(caller, reservation, { id: usageId, durationMs, at });
  const answer = { result, usage };
  const stored = claimed && toStored(claimed, jsonOf(answer), { usage }).slice(0, -1);
  const [posted, held] = await capture(caller, reservation, { usageId, durationMs, at, claimed, stored });
  if (claimed) claimed.isStored = true;
  return { ...answer, balance: ledger.toBalance(posted, held) };
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
