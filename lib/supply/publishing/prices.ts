/**
 * Changes of a skill's price. Price cuts apply immediately, and so do all changes of a skill without recent users. A rise
 * of a used skill applies immediately only if it is at most `price_rise_percent` and the first in `price_notice_days`
 * (settings of the marketplace); any other one is announced to those who use the skill, and applies after that many
 * days. Invariant: without an announcement the price of a used skill rises by at most that percentage in that time.
 */
import { isDeepStrictEqual } from "node:util";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { Prisma } from "@/lib/platform/core/generated/client";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { notifyAll } from "@/lib/platform/notifications/service";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as site from "@/lib/platform/site/service";
import * as listings from "@/lib/supply/catalog/listings";
import * as history from "@/lib/supply/publishing/history";
import { withPlansInUse } from "@/lib/supply/publishing/plan-terms";
import { noteTerms } from "@/lib/supply/publishing/revisions";
import { lockSkill, type SkillRow, termsOfRow } from "@/lib/supply/publishing/rows";
import { termsText } from "@/lib/supply/publishing/terms-text";
import { fromNextTerms, toNextTerms } from "@/lib/supply/skills/price-change";
import { riseOf, type Terms } from "@/lib/supply/skills/terms";

/** Accounts that bought or called a skill within this many days are notified before its price rises. */
const USER_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const DUE_BATCH = 100;

/** The announced terms of a skill, or else its current ones: the basis of a change. */
export function wantedTermsOf(row: SkillRow): Terms {
  return row.next_terms ? fromNextTerms(row.next_terms) : termsOfRow(row);
}

/**
 * Changes the terms of a locked skill, immediately or after the days of notice, and records it in the history. Terms that
 * do not cost more apply immediately and cancel an announced rise. Call it before the listing is locked: it locks accounts.
 */
export async function changeTerms(db: Queryable, caller: Caller, row: SkillRow, wanted: Terms): Promise<void> {
  if (isDeepStrictEqual(wanted, wantedTermsOf(row))) return;
  const now = termsOfRow(row);
  const { days, percent } = await noticeRule(db);
  const rise = row.live_revision_id ? riseOf(...(await sold(db, row, now, wanted)), percent) : "none";
  const waits = rise === "large" || (rise === "small" && isRaisedLately(row, days));
  const users = waits && days > 0 ? await affectedBy(db, row, { now, wanted }) : [];
  if (users.length > 0) return announce(db, caller, row, { wanted, users, days });
  await applyTerms(db, row.id, wanted, rise !== "none");
  await noteTerms(db, caller.accountId, row, { before: now, after: wanted });
}

/** Terms without the prices of operations that are not on the marketplace yet: no one has used those. */
async function sold(db: Queryable, { live_revision_id }: SkillRow, ...terms: [Terms, Terms]): Promise<[Terms, Terms]> {
  if (terms.every((one) => Object.keys({ ...one.operationPrices, ...one.operationUnits }).length === 0)) return terms;
  const live = await prisma(db).skillRevision.findUnique({ where: { id: live_revision_id ?? "" } });
  const names = new Set(((live?.operations ?? []) as { name: string }[]).map(({ name }) => name));
  const offered = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
  const [now, wanted] = terms.map((one) => ({
    ...one,
    operationPrices: offered(one.operationPrices),
    operationUnits: offered(one.operationUnits),
  })) as [Terms, Terms];
  return [now, wanted];
}

/**
 * Who is notified before a price rises: recent users; before a subscription is sold per call, also those who have it, since a daily one
 * that began long ago is bought anew each day.
 */
async function affectedBy(
  db: Queryable,
  row: SkillRow,
  { now, wanted }: { now: Terms; wanted: Terms },
): Promise<string[]> {
  const users = await recentUsers(db, row);
  if (now.pricingType === wanted.pricingType || now.pricingType !== "subscription") return users;
  const running = await prisma(db).purchase.findMany({
    where: { skillId: row.id, buyerId: { not: row.owner_id }, status: "active" },
    select: { buyerId: true },
  });
  return [...new Set([...users, ...running.map(({ buyerId }) => buyerId)])];
}

/** The most that a price may rise without notice, and the days of notice. */
export async function noticeRule(db?: Queryable): Promise<{ days: number; percent: number }> {
  const { settings } = await site.current(db);
  return { days: settings.price_notice_days, percent: settings.price_rise_percent };
}

/** Whether the price has risen within the days of notice: then even a small rise needs notice. */
export function isRaisedLately({ price_raised_at: at }: Pick<SkillRow, "price_raised_at">, days: number): boolean {
  return at !== null && Date.now() - at.getTime() < days * DAY_MS;
}

// Daily rollups lack the newest calls, which are found by their sequence number.
const USERS = `
  SELECT buyer_id AS account_id FROM purchase
   WHERE skill_id = $1 AND buyer_id <> $2 AND started_at > now() - make_interval(days => $3)
  UNION SELECT account_id FROM skill_caller_day
   WHERE skill_id = $1 AND account_id <> $2 AND day > utc_day(now()) - $3::int
  UNION SELECT account_id FROM usage_record
   WHERE skill_id = $1 AND account_id <> $2 AND status = 'succeeded' AND created_at > now() - make_interval(days => $3)
     AND event_seq > (SELECT event_seq FROM rollup_cursor WHERE name = 'analytics')`;

type Owned = Pick<SkillRow, "id" | "owner_id">;

/** Accounts, other than its developer's, that have bought a skill, or used it with success, in the last 30 days. */
export async function recentUsers(db: Queryable, { id, owner_id }: Owned): Promise<string[]> {
  const rows = await query<{ account_id: string }>("prices.users", USERS, [id, owner_id, USER_DAYS], db);
  return rows.map(({ account_id }) => account_id);
}

/** Accounts, other than its developer's, that use a skill, have bought it or have saved it. */
export async function followersOf(db: Queryable, { id, owner_id }: Owned): Promise<string[]> {
  const rows = await query<{ account_id: string }>(
    "prices.followers",
    `${USERS}
      UNION SELECT buyer_id FROM purchase
       WHERE skill_id = $1 AND buyer_id <> $2 AND status = 'active' AND current_period_end > now()
      UNION SELECT account_id FROM favorite WHERE skill_id = $1 AND account_id <> $2`,
    [id, owner_id, USER_DAYS],
    db,
  );
  return rows.map(({ account_id }) => account_id);
}

/** The number of accounts that a price change affects: those that `recentUsers` returns. */
export async function countRecentUsers({ id, owner_id }: Owned): Promise<number> {
  const [row] = await query<{ count: number }>(
    "prices.users.count",
    `SELECT count(*)::int AS count FROM (${USERS}) AS users`,
    [id, owner_id, USER_DAYS],
  );
  return row?.count ?? 0;
}

async function announce(
  db: Queryable,
  caller: Caller,
  row: SkillRow,
  { wanted, users, days }: { wanted: Terms; users: string[]; days: number },
): Promise<void> {
  await ratelimit.requireTaken("announce", row.id);
  const at = new Date(Date.now() + days * DAY_MS);
  await prisma(db).skill.update({
    where: { id: row.id },
    data: { nextTerms: toNextTerms(wanted), nextTermsAt: at },
  });
  const [before, after] = [termsText(termsOfRow(row)), termsText(wanted)];
  const date = at.toISOString().slice(0, "2026-11-29".length);
  await notifyAll(db, users, `${row.id}:${at.toISOString()}`, {
    kind: "price_rise",
    data: { skill: row.name, slug: row.slug, before, after, date },
  });
  await history.write(db, {
    skillId: row.id,
    revisionId: row.revision_id,
    actorId: caller.accountId,
    action: "reprice",
    termsBefore: toNextTerms(termsOfRow(row)),
    termsAfter: toNextTerms(wanted),
    appliesAt: at,
  });
}

/** Writes terms into a skill and clears announced ones. */
async function applyTerms(db: Queryable, id: string, terms: Terms, isRise: boolean): Promise<void> {
  const now = new Date();
  const cleared = { nextTerms: Prisma.DbNull, nextTermsAt: null };
  await prisma(db).skill.update({
    where: { id },
    data: { ...terms, ...(isRise && { priceRaisedAt: now }), ...cleared, updatedAt: now },
  });
}

/** Applies due price changes, each in its own transaction. Safe to run twice concurrently. Returns how many. */
export async function applyDue(): Promise<number> {
  const due = await prisma().skill.findMany({
    where: { nextTermsAt: { lte: new Date() } },
    orderBy: { nextTermsAt: "asc" },
    take: DUE_BATCH,
    select: { id: true },
  });
  const applied = await forEachIsolated("apply-price-changes", due, ({ id }) => id, applyOne);
  return applied.filter(Boolean).length;
}

async function applyOne({ id }: { id: string }): Promise<boolean> {
  return transaction(async (db) => {
    const row = await lockSkill(db, id, "public");
    const isDue = row?.next_terms_at && row.next_terms_at.getTime() <= Date.now();
    if (!isDue || !row.next_terms) return false;
    const [before, after] = [termsOfRow(row), await withPlansInUse(db, row, wantedTermsOf(row))];
    await applyTerms(db, id, after, true);
    await noteTerms(db, row.owner_id, row, { before, after });
    if (row.live) await listings.reprice(db, id);
    return true;
  });
}
