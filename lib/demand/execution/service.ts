/**
 * Metered calls: reserve, call the developer's endpoint, settle or release; two short transactions, never one across
 * the network. Invariants: only a valid answer is charged; what a failed or abandoned call reserved is released.
 */

import { notAllowed } from "@/lib/demand/allowed-skills/service";
import * as credentials from "@/lib/demand/credentials/service";
import type { Share } from "@/lib/demand/execution/answer-budget";
import { admitCall, callSkill, type SkillCall } from "@/lib/demand/execution/call";
import { createCallTrace, noteOutcome } from "@/lib/demand/execution/call-trace";
import { requireNoCredential, withArguments, withPlaceholders } from "@/lib/demand/execution/carrying";
import { release, reserve } from "@/lib/demand/execution/holds";
import { planUsedUp, purchaseRequired, type Reservation } from "@/lib/demand/execution/refusals";
import { checkResponse } from "@/lib/demand/execution/response-check";
import type { ExecuteInput } from "@/lib/demand/execution/schemas";
import { settle } from "@/lib/demand/execution/settling";
import { MAX_LINKED_BYTES } from "@/lib/demand/execution/stored-answers";
import { type CalledTool, calledTool, requireTool } from "@/lib/demand/execution/tools";
import { chargeOf } from "@/lib/demand/execution/unit-report";
import { requireUsable } from "@/lib/demand/purchases/access";
import { requireKeyAllows } from "@/lib/identity/keys/guardrails";
import type { Caller } from "@/lib/platform/core/caller";
import { count, countCharge } from "@/lib/platform/core/counts";
import { query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import { formatCredits, type Micros, priceToMicros, toCredits } from "@/lib/platform/core/money";
import { CANCELLED, recordedCode } from "@/lib/platform/outbound/failure";
import type { McpProgress } from "@/lib/platform/outbound/mcp";
import type { Claim } from "@/lib/platform/ratelimit/idempotency";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import type * as catalog from "@/lib/supply/catalog/service";
import * as endpointAuth from "@/lib/supply/publishing/endpoint-auth";
import { atVersion } from "@/lib/supply/publishing/older-versions";
import { placedIn } from "@/lib/supply/skills/credential-places";
import { validateParameters } from "@/lib/supply/skills/parameters";
import type { PlanUnitTerms } from "@/lib/supply/skills/plans";
import { areOfPlan } from "@/lib/supply/skills/units";

/**
 * What a request says beside the parameters: its claimed Idempotency-Key, the most it may cost, in credits, and the version that it
 * calls, the current one by default. `signal` aborts when the caller wants no answer any more.
 */
export type Asked = {
  claimed: Claim | null;
  maxPrice?: number | undefined;
  version?: string | undefined;
  /** The tool to call, of a skill that has several. */
  tool?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Whether a large answer is stored and returned as a link. */
  isLinked?: boolean;
  /** Called with progress from an MCP server. */
  onProgress?: ((progress: McpProgress) => void) | undefined;
};

/**
 * Executes a skill for the caller. Throws not_found, not_executable, version_unavailable, invalid_request (naming the
 * parameter), price_changed, purchase_required, insufficient_credits, key_limit_reached, budget_reached, key_scope, too_many_in_flight,
 * upstream_failed and upstream_timeout; after any of them nothing is charged. A caller that leaves cancels the call,
 * unless it can come back for the answer with its Idempotency-Key. Also throws tool_changed, credential_required, approval_required,
 * approval_refused, skill_not_allowed and plan_used_up.
 */
export async function execute(
  caller: Caller,
  slug: string,
  parameters: ExecuteInput,
  { version, tool, ...asked }: Asked,
) {
  const listing = await requireExecutable(caller, slug, parameters, { version, tool });
  const body = JSON.stringify(parameters);
  const share = admitCall(slug, body, caller.accountId);
  try {
    const signal = asked.claimed ? undefined : asked.signal;
    return await executeWithin(share, caller, listing, { body, parameters, ...asked, signal });
  } finally {
    share.end();
  }
}

async function executeWithin(
  share: Share,
  caller: Caller,
  listing: Executable,
  {
    body,
    parameters,
    claimed,
    maxPrice,
    signal,
    isLinked = false,
    onProgress,
  }: Asked & { body: string; parameters: ExecuteInput },
) {
  const reservation = await reserve(caller, listing, {
    kind: "execute",
    maxPrice: toMax(maxPrice),
    parameters,
    operation: listing.tool?.operation.name,
  });
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const trace = createCallTrace(caller, body);
  try {
    let note: ReturnType<typeof checkResponse> = null;
    const result = await callSkill(await toCall(caller, listing, reservation, parameters), body, share, {
      check: (sent) => {
        note = checkResponse(listing, sent);
      },
      trace,
      signal,
      onProgress,
    });
    const answered = {
      result,
      durationMs: elapsedMs(),
      note,
      trace: trace.stored(Buffer.byteLength(result.text)),
      isLinked: isLinked && result.text.length > MAX_LINKED_BYTES,
      charged: await chargeOf(reservation, trace.reported()),
    };
    const settled = await settle(caller, reservation, answered, claimed);
    count("upstream_calls_total", { outcome: "ok" });
    countCharge("call", answered.charged.cost);
    noteOutcome(caller, listing.skill_id, reservation, { body, result: result.text });
    return settled;
  } catch (error) {
    const code = signal?.aborted ? CANCELLED : recordedCode(error);
    count("upstream_calls_total", { outcome: code });
    if (!signal?.aborted) noteOutcome(caller, listing.skill_id, reservation, { body, error });
    const failure = { code, durationMs: elapsedMs(), trace: trace.stored(null) };
    await release(caller.accountId, reservation.holdId, failure);
    throw error;
  }
}

/**
 * What the call of an admitted request needs. Throws credential_required, and upstream_failed and upstream_timeout while the token for
 * the seller's server can't be had.
 */
export async function toCall(
  caller: Caller,
  listing: Executable,
  reservation: Reservation,
  parameters: ExecuteInput,
): Promise<SkillCall> {
  const { tool } = listing;
  const carried = await credentials.open(caller, listing);
  const sent = withArguments(parameters, placedIn(carried, tool?.operation ?? null));
  return {
    carried,
    tool: tool && {
      ...(carried.length === 0 ? tool : calledTool(tool.operation, listing.api_endpoint, sent)),
      parameters: sent,
      auth: await endpointAuth.open(listing.skill_id, listing.api_endpoint),
      skillId: listing.skill_id,
      operations: listing.operations ?? [],
    },
    slug: listing.slug,
    version: listing.revision_number,
    ownerId: listing.owner_id,
    endpoint: listing.api_endpoint,
    signingSecrets: reservation.signingSecrets,
    pseudonymSecret: reservation.pseudonymSecret,
    callerId: caller.accountId,
    callId: reservation.holdId,
    // A call that the plan includes costs nothing, and a limit of 0 would mean "stop".
    ...(reservation.units && !areOfPlan(reservation.units) && { maxCharge: formatCredits(reservation.price) }),
  };
}

/** The most that a request may charge, in micro-credits; null when it names no `max_price`. */
export function toMax(maxPrice: number | undefined): Micros | null {
  return maxPrice === undefined ? null : priceToMicros(maxPrice);
}

/**
 * Validates a call and says what it may cost, without calling or charging. Throws as `execute` does before the call.
 */
export async function quote(
  caller: Caller,
  slug: string,
  parameters: ExecuteInput,
  which: Pick<Asked, "version" | "tool"> = {},
) {
  const listing = await requireExecutable(caller, slug, parameters, which);
  const { cost, least, isFree } = await quoteOf(caller, listing, "execute", listing.tool?.operation.name);
  return { valid: true as const, min_cost: toCredits(least), max_cost: toCredits(cost), free: isFree };
}

/**
 * What a use of a skill would charge now at most, in micro-credits, a due renewal included, and the least; nothing is locked or
 * charged. Throws not_found, skill_not_allowed, purchase_required and plan_used_up.
 */
export async function quoteOf(
  caller: Caller,
  listing: catalog.ListingDetail,
  kind: Reservation["kind"],
  tool?: string,
): Promise<Quote> {
  const [row] = await query<QuoteRow>(
    "execution.quote",
    "SELECT access, price, most, renews, included_left, beyond, units_left FROM access_quote($1, $2, $3, $4, $5, $6)",
    [caller.accountId, caller.isAdmin, listing.skill_id, kind, tool ?? null, listing.revision_number],
  );
  if (!row?.access) throw notFound();
  if (row.access === "not_allowed") throw notAllowed(caller, listing.slug);
  if (row.access === "used_up") throw await planUsedUp(caller, listing);
  if (row.access === "none") throw await purchaseRequired(caller, listing, BigInt(row.price));
  return {
    cost: BigInt(row.most),
    least: BigInt(row.price),
    isFree: row.access === "free_calls",
    renews: row.renews,
    includedLeft: row.included_left,
    beyond: BigInt(row.beyond ?? 0),
    unitsLeft: row.units_left,
  };
}

type QuoteRow = {
  access: string | null;
  price: string;
  most: string;
  renews: boolean;
  included_left: number | null;
  beyond: string | null;
  units_left: UnitLeft[] | null;
};
/** A unit that a plan includes, and how many of it are left. */
export type UnitLeft = PlanUnitTerms & { left: number };
/** `includedLeft`: calls left of those that a plan includes; null without a limit. `beyond`: what each further one costs. */
type Quote = {
  cost: Micros;
  least: Micros;
  isFree: boolean;
  renews: boolean;
  includedLeft: number | null;
  beyond: Micros;
  unitsLeft: UnitLeft[] | null;
};

/** A skill that can be called; `tool` is the one that is called, of a skill that has several. */
export type Executable = catalog.ListingDetail & { api_endpoint: string; tool: CalledTool | null };

/** A skill, at the version asked for, that the caller may execute with these parameters. Throws as `execute` does before the call. */
export async function requireExecutable(
  caller: Caller,
  slug: string,
  parameters: ExecuteInput,
  { version, tool }: Pick<Asked, "version" | "tool"> = {},
): Promise<Executable> {
  requireKeyAllows(caller, slug);
  const current = await requireUsable(caller, slug);
  const listing = version === undefined ? current : await atVersion(current, version);
  const { api_endpoint: endpoint } = listing;
  if (listing.execution_type === "download" || endpoint === null) {
    throw new AppError("not_executable", "This skill is a download; it cannot be executed through the API.", {
      details: { download_url: `${env().PUBLIC_URL}/v1/skills/${slug}/download` },
    });
  }
  const operation = requireTool(listing, tool);
  const [schema, schemaKey] = operation
    ? [operation.input_schema, `${listing.revision_id}:${operation.name}`]
    : [listing.api_schema, listing.revision_id];
  const [first, ...rest] = ratelimit.withinCpuBudget("checking", caller.accountId, () =>
    validateParameters(schema, schemaKey, parameters),
  );
  if (first) throw invalid([first, ...rest]);
  requireNoCredential(parameters, listing.credentials);
  await credentials.requireStored(caller, listing);
  // A result that breaks the output schema of a tool is never charged.
  const promised = operation && { response_schema: operation.output_schema, response_mode: "strict" as const };
  const called =
    operation &&
    calledTool(operation, endpoint, withPlaceholders(parameters, placedIn(listing.credentials ?? [], operation)));
  return { ...listing, ...promised, api_endpoint: endpoint, tool: called };
}
