/**
 * Calls of visitors without an account: of a skill whose developer allows it, within its free calls, each skill once and three a day.
 * Invariants: nothing is charged, and no account, wallet, usage or trust metric knows of them; a call is counted before the endpoint
 * hears of it, in budgets of PostgreSQL; who a visitor is, is a hash under the day's key, which nothing can turn back into an address.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { admitCall, callSkill } from "@/lib/demand/execution/call";
import type { GuestCall, GuestOffer, GuestResult } from "@/lib/demand/execution/guest-schemas";
import { checkResponse } from "@/lib/demand/execution/response-check";
import { type CalledTool, calledTool, requireTool } from "@/lib/demand/execution/tools";
import { type Queryable, query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import * as budgets from "@/lib/platform/ratelimit/day-budgets";
import { networkOf, wideNetworkOf } from "@/lib/platform/ratelimit/network";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as site from "@/lib/platform/site/service";
import * as catalog from "@/lib/supply/catalog/service";
import * as endpointAuth from "@/lib/supply/publishing/endpoint-auth";
import type { Operation } from "@/lib/supply/skills/operation-schemas";
import { validateParameters } from "@/lib/supply/skills/parameters";

/** Calls a day of one visitor, and of one skill by one visitor. */
const CALLS_A_DAY = 3;
const CALLS_A_SKILL = 1;
/** How long a page's token admits its call. */
const TOKEN_LIFE_MS = 60 * 60 * 1000;
const NONCE_BYTES = 12;

/** Which budget is used up: a visitor's one call of the skill, their day, their network's, the skill's, or that of all visitors. */
type Limit = "used" | "visitor" | "network" | "skill" | "all";
type Listing = catalog.ListingDetail & { api_endpoint: string };
type Visitor = { id: string; network: string; day: Date; resetsAt: Date };

const keyed = (label: string, text: string) =>
  createHmac("sha256", createHmac("sha256", env().SESSION_SECRET).update(label).digest())
    .update(text)
    .digest("base64url");

/** Who a visitor is today, by their IPv4 address or IPv6 network. */
function visitorAt(address: string): Visitor {
  const { start, end } = budgets.dayOf(new Date());
  const label = `guest ${start.toISOString()}`;
  const network = keyed(label, wideNetworkOf(address));
  return { id: keyed(label, networkOf(address)), network, day: start, resetsAt: end };
}

/** What a call of a skill counts in, the narrowest first, each by the name of its limit. */
async function budgetsOf({ id, network }: Visitor, skillId: string): Promise<(budgets.DayBudget & { limit: Limit })[]> {
  const { settings } = await site.current();
  return [
    { limit: "used", bucket: "guest:skill", subject: `${id} ${skillId}`, most: CALLS_A_SKILL },
    { limit: "visitor", bucket: "guest", subject: id, most: CALLS_A_DAY },
    { limit: "network", bucket: "guest:network", subject: network, most: settings.guest_calls_per_network },
    { limit: "skill", bucket: "guest:of-skill", subject: skillId, most: settings.guest_calls_per_skill },
    { limit: "all", bucket: "guest:all", subject: "all", most: settings.guest_calls_per_day },
  ];
}

/**
 * Which listings `l` of skills `s` visitors may try: their developer allows it, and their own first call would be free. Of several tools,
 * those that only read.
 */
const IS_OPEN = `coalesce(s.guest_calls, true) AND l.execution_type <> 'download' AND l.api_endpoint IS NOT NULL
  AND l.credentials IS NULL AND (l.operations IS NULL OR l.operations::jsonb @> '[{"annotations": {"read_only": true}}]')
  AND l.pricing_type = 'usage' AND (l.free_calls > 0 OR l.price_per_call_micros = 0 AND l.units = '[]')`;

/** Whether any visitor may try a skill. */
export async function isOffered(skillId: string, db?: Queryable): Promise<boolean> {
  const { settings } = await site.current(db);
  if (settings.guest_calls_per_day === 0 || settings.guest_calls_per_skill === 0) return false;
  const rows = await query(
    "guests.offered",
    `SELECT 1 AS found FROM listing l JOIN skill s ON s.id = l.skill_id WHERE l.skill_id = $1 AND ${IS_OPEN}`,
    [skillId],
    db,
  );
  return rows.length > 0;
}

/** The most popular skills that visitors may try. */
export async function offered(limit: number): Promise<{ slug: string; name: string }[]> {
  const { settings } = await site.current();
  if (settings.guest_calls_per_day === 0 || settings.guest_calls_per_skill === 0) return [];
  return query<{ slug: string; name: string }>(
    "guests.list",
    `SELECT l.slug, l.name FROM listing l JOIN skill s ON s.id = l.skill_id WHERE ${IS_OPEN}
      ORDER BY l.popularity DESC, l.skill_id LIMIT $1`,
    [limit],
  );
}

/** Whether visitors may call a tool of a skill that is open to them: it is read-only, and its first call is free. */
export const isOpenTool = (
  freeCalls: number,
  { annotations, price, units }: { annotations: { read_only?: boolean | undefined }; price: number; units: unknown[] },
): boolean => annotations.read_only === true && (freeCalls > 0 || (price === 0 && units.length === 0));

/** The tool that a visitor calls; null for a skill with one endpoint. Throws not_found, not_executable and forbidden. */
function requireOpenTool(listing: Listing, name: string | undefined): Operation | null {
  const { free_calls: freeCalls, operation_prices: prices, operation_units: units } = listing;
  const operation = requireTool(listing, name);
  if (operation === null) return null;
  const own = { price: Number(prices[operation.name] ?? 0), units: units[operation.name] ?? [] };
  if (isOpenTool(freeCalls, { ...own, annotations: operation.annotations })) return operation;
  throw new AppError("forbidden", "This tool can't be tried without an account. Sign in to run it.", { param: "tool" });
}

/** The listing of a skill that visitors may try. Throws not_found, and forbidden when its developer does not allow it. */
async function requireOpen(slug: string): Promise<Listing> {
  const listing = await catalog.findListing(slug);
  if (!listing) throw notFound();
  const { api_endpoint: endpoint } = listing;
  if (endpoint === null || !(await isOffered(listing.skill_id)))
    throw new AppError("forbidden", "This skill can't be tried without an account. Sign in to run it.");
  return { ...listing, api_endpoint: endpoint };
}

/**
 * Whether a visitor may call a skill now, with the token that admits the call. Throws not_found, and forbidden for a skill that needs
 * an account.
 */
export async function offer(slug: string, address: string): Promise<GuestOffer> {
  const listing = await requireOpen(slug);
  const visitor = visitorAt(address);
  const all = await budgetsOf(visitor, listing.skill_id);
  const left = await budgets.left(all, visitor.day);
  const limit = all.find((_, at) => left[at] === 0)?.limit ?? null;
  const token = limit === null ? newToken(slug, visitor) : null;
  return { token, left: left[1] ?? 0, message: limit && REFUSALS[limit] };
}

/**
 * Calls a skill for a visitor whom its page's token admits. A call that fails because of the skill is returned to the visitor, and
 * counts for network, skill and marketplace all the same. Throws not_found, forbidden, invalid_request, guest_limit_reached,
 * too_many_in_flight, not_executable, tool_changed, upstream_failed and upstream_timeout.
 */
export async function tryOnce(
  slug: string,
  address: string,
  { token, tool, parameters }: GuestCall,
  signal?: AbortSignal,
): Promise<Omit<GuestResult, "request_id">> {
  const listing = await requireOpen(slug);
  const visitor = visitorAt(address);
  const nonce = requireToken(token, slug, visitor);
  const operation = requireOpenTool(listing, tool);
  const [schema, schemaKey] = operation
    ? [operation.input_schema, `${listing.revision_id}:${operation.name}`]
    : [listing.api_schema, listing.revision_id];
  const [first, ...rest] = ratelimit.withinCpuBudget("checking", visitor.id, () =>
    validateParameters(schema, schemaKey, parameters),
  );
  if (first) throw invalid([first, ...rest]);
  const called = operation && calledTool(operation, listing.api_endpoint, parameters);
  const all = await budgetsOf(visitor, listing.skill_id);
  const once = { limit: null, bucket: "guest:token", subject: nonce, most: 1 };
  const usedUp = await budgets.take([once, ...all], visitor.day);
  if (usedUp?.bucket === once.bucket) throw staleToken();
  if (usedUp) throw refusal(all.find(({ bucket }) => bucket === usedUp.bucket)?.limit ?? "all", visitor);
  try {
    return await call(listing, visitor, { called, parameters }, signal);
  } catch (error) {
    // A visitor who leaves has used the call: the endpoint does its work.
    if (!signal?.aborted) await budgets.giveBack(all.slice(0, 2), visitor.day);
    throw error;
  }
}

type Sent = { called: CalledTool | null; parameters: GuestCall["parameters"] };

async function call(listing: Listing, visitor: Visitor, { called, parameters }: Sent, signal: AbortSignal | undefined) {
  const { skill_id: skillId, api_endpoint: endpoint } = listing;
  const [secrets, auth] = await Promise.all([secretsOf(skillId), called && endpointAuth.open(skillId, endpoint)]);
  const body = JSON.stringify(parameters);
  const share = admitCall(listing.slug, body, visitor.id);
  const startedAt = performance.now();
  try {
    const result = await callSkill(
      {
        slug: listing.slug,
        version: listing.revision_number,
        ownerId: listing.owner_id,
        endpoint,
        ...secrets,
        callerId: visitor.id,
        callId: newId(),
        carried: [],
        tool: called && { ...called, parameters, auth, skillId, operations: listing.operations ?? [] },
      },
      body,
      share,
      { signal, isCounted: false },
    );
    const promised = called && { response_schema: called.operation.output_schema, response_mode: "strict" as const };
    checkResponse({ ...listing, ...promised, tool: called }, result);
    await countCall(skillId);
    return { result: JSON.parse(result.text) as unknown, duration_ms: Math.round(performance.now() - startedAt) };
  } finally {
    share.end();
  }
}

/** What signs the calls of a skill. */
async function secretsOf(skillId: string): Promise<{ signingSecrets: string[]; pseudonymSecret: string }> {
  const [row] = await query<{ secrets: string; pseudonym_secret: string }>(
    "guests.secrets",
    `SELECT s.pseudonym_secret, s.signing_secret
         || CASE WHEN s.previous_secret_ends_at > now() THEN ' ' || s.previous_secret ELSE '' END AS secrets
       FROM skill s WHERE s.id = $1`,
    [skillId],
  );
  if (!row) throw notFound();
  return { signingSecrets: row.secrets.split(" "), pseudonymSecret: row.pseudonym_secret };
}

/** For its developer alone. */
async function countCall(skillId: string): Promise<void> {
  await query(
    "guests.count",
    `INSERT INTO skill_stats_day AS d (skill_id, day, guest_calls) VALUES ($1, utc_day(now()), 1)
     ON CONFLICT (skill_id, day) DO UPDATE SET guest_calls = d.guest_calls + 1`,
    [skillId],
  );
}

const REFUSALS: Record<Limit, string> = {
  used: "You have tried this skill today. Create an account to run it again: its free calls are yours.",
  visitor: `You have used your ${CALLS_A_DAY} free calls of today. Create an account to go on: every skill's free calls are yours.`,
  network: "Visitors from your network have used their free calls of today. Create an account to run this skill.",
  skill: "This skill's free calls for visitors are used up today. Create an account to run it.",
  all: "The marketplace's free calls for visitors are used up today. Create an account to run this skill.",
};

function refusal(limit: Limit, { resetsAt }: Visitor): AppError {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - Date.now()) / 1000));
  return new AppError("guest_limit_reached", REFUSALS[limit], {
    details: { limit, resets_at: resetsAt.toISOString(), register_url: `${env().PUBLIC_URL}/register` },
    retryAfterSeconds: seconds,
  });
}

/** A token admits one call of one skill by one visitor: when it ends, a random part, and the signature over both. */
function newToken(slug: string, visitor: Visitor): string {
  const part = `${Date.now() + TOKEN_LIFE_MS}.${randomBytes(NONCE_BYTES).toString("base64url")}`;
  return `${part}.${signatureOf(part, slug, visitor)}`;
}

const signatureOf = (part: string, slug: string, { id }: Visitor) => keyed("guest token", `${part} ${slug} ${id}`);

/** The random part of a token that is ours, for this skill and visitor, and has not ended. Throws invalid_request. */
function requireToken(token: string, slug: string, visitor: Visitor): string {
  const [until = "", nonce = "", signature = ""] = token.split(".");
  const expected = Buffer.from(signatureOf(`${until}.${nonce}`, slug, visitor));
  const given = Buffer.from(signature);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isOurs || Number(until) < Date.now()) throw staleToken();
  return nonce;
}

function staleToken(): AppError {
  return invalid(
    [{ param: "token", message: "is not valid any more" }],
    "This page is out of date. Reload it, then run again.",
  );
}
