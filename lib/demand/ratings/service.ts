/**
 * Reviews by consumers: one an account and skill, by those who bought it or called it successfully three times.
 * `lib/supply/review` is something else: what administrators decide about revisions.
 * Invariants: a listing's rating is recomputed under its row's lock, so that parallel reviews are all counted; it counts those of paying
 * accounts, one for each card, and the others are only shown.
 */

import type { RatingInput, RatingQuery } from "@/lib/demand/ratings/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, sourceFor, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import type { SkillReview } from "@/lib/platform/core/generated/client";
import { lockRows } from "@/lib/platform/core/locks";
import { MAX_TOTAL, NEWEST_FIRST, toPage } from "@/lib/platform/core/page";
import { notify } from "@/lib/platform/notifications/service";
import { RATING_COUNTS } from "@/lib/supply/catalog/listings";
import * as catalog from "@/lib/supply/catalog/service";
import { PRIOR_MEAN, PRIOR_RATINGS } from "@/lib/supply/skills/rating-prior";

/** Successful calls that make up for a purchase. */
const CALLS_TO_REVIEW = 3;

export type RatingRow = {
  id: string;
  reply: string | null;
  replied_at: Date | null;
  rating: number;
  text: string;
  author: string;
  is_own: boolean;
  created_at: Date;
  updated_at: Date;
};

/** Of accounts that pay with one card, the first review of a skill counts. */
const IS_COUNTED = `SELECT is_paying($1) AND NOT EXISTS (
    SELECT 1 FROM topup_order o JOIN skill_review v ON v.account_id = o.account_id AND v.skill_id = $2
     WHERE o.card_fingerprint = ANY(cards_of($1)) AND o.account_id <> $1 AND v.is_counted) AS "isCounted"`;

/** A review as Prisma reads it, with its author. */
export function toRow(review: SkillReview, author: string, isOwn: boolean): RatingRow {
  const { id, reply, repliedAt, rating, text, createdAt, updatedAt } = review;
  return {
    ...{ id, reply, rating, text, author },
    replied_at: repliedAt,
    is_own: isOwn,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

/** A review as everyone sees it. */
export function toView({ author, reply, replied_at, ...row }: RatingRow) {
  return {
    ...row,
    author: { name: author },
    reply: reply !== null && replied_at ? { text: reply, created_at: replied_at } : null,
  };
}

/** Writes or replaces the caller's review. Throws not_found, own_skill, and review_not_allowed without a purchase or three successful calls, and for accounts related to its developer. */
export async function put(caller: Caller, slug: string, { rating, text }: RatingInput) {
  const listing = await catalog.requireListing(slug);
  const refusal = await refusalFor(caller, listing);
  if (refusal) throw refusal;
  return transaction(async (db) => {
    await lock(db, listing.skill_id);
    const key = { skillId: listing.skill_id, accountId: caller.accountId };
    const [{ isCounted } = { isCounted: false }] = await query<{ isCounted: boolean }>(
      "ratings.is_counted",
      IS_COUNTED,
      [caller.accountId, listing.skill_id],
      db,
    );
    const where = { skillId_accountId: key };
    const former = await prisma(db).skillReview.findUnique({ where, select: { id: true } });
    const review = await prisma(db).skillReview.upsert({
      where,
      create: { ...key, rating, text, isCounted },
      update: { rating, text, isCounted, updatedAt: new Date() },
    });
    await recount(db, listing.skill_id);
    // Replacing a review notifies no one, not even a developer who has received the skill since.
    const data = { skill: listing.name, skillId: listing.skill_id, rating };
    if (!former) await notify(db, listing.owner_id, review.id, { kind: "new_review", data });
    return toView(toRow(review, caller.name, true));
  });
}

/** Removes the caller's review, and answers it a last time. Throws not_found when there is none. */
export async function remove(caller: Caller, slug: string) {
  const listing = await catalog.requireListing(slug);
  return transaction(async (db) => {
    await lock(db, listing.skill_id);
    const where = { skillId_accountId: { skillId: listing.skill_id, accountId: caller.accountId } };
    const review = await prisma(db).skillReview.findUnique({ where });
    if (!review) throw notFound();
    await prisma(db).skillReview.delete({ where });
    await recount(db, listing.skill_id);
    return toView(toRow(review, caller.name, true));
  });
}

const ORDERS = {
  newest: "v.created_at DESC, v.account_id",
  highest: "v.rating DESC, v.created_at DESC, v.account_id",
  lowest: "v.rating, v.created_at DESC, v.account_id",
} as const;

/** What consumers wrote about a skill, with the viewer's own marked. Throws not_found. */
export async function list(viewer: Caller | null, slug: string, { rating, sort, limit, offset }: RatingQuery) {
  const listing = await catalog.requireListing(slug);
  const rows = await query<RatingRow>(
    `ratings.list.${sort}`,
    `SELECT v.id, v.reply, v.replied_at, v.rating, v.text, a.name AS author, v.account_id = $2 IS TRUE AS is_own,
       v.created_at, v.updated_at
       FROM skill_review v JOIN account a ON a.id = v.account_id
      WHERE v.skill_id = $1 AND ($5::int IS NULL OR v.rating = $5) ORDER BY ${ORDERS[sort]} LIMIT $3 OFFSET $4`,
    [listing.skill_id, viewer?.accountId ?? null, limit, offset, rating ?? null],
    sourceFor(viewer),
  );
  const [counted] = await query<{ count: number }>(
    "ratings.count",
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM skill_review
      WHERE skill_id = $1 AND ($2::int IS NULL OR rating = $2) LIMIT ${MAX_TOTAL + 1}) AS found`,
    [listing.skill_id, rating ?? null],
    sourceFor(viewer),
  );
  return toPage(rows.map(toView), counted?.count ?? 0, { limit, offset });
}

/** The viewer's own review of a skill, and why they may not write one. Throws not_found. */
export async function standing(viewer: Caller, slug: string) {
  const listing = await catalog.requireListing(slug);
  const key = { skillId: listing.skill_id, accountId: viewer.accountId };
  const [refusal, own] = await Promise.all([
    refusalFor(viewer, listing),
    prisma().skillReview.findUnique({ where: { skillId_accountId: key } }),
  ]);
  return {
    own: own && toView(toRow(own, viewer.name, true)),
    refusal: refusal && { code: refusal.code, message: refusal.message },
  };
}

/** Why an account may not review a skill, or null. */
async function refusalFor({ accountId }: Caller, listing: catalog.ListingDetail): Promise<AppError | null> {
  if (listing.owner_id === accountId) return new AppError("own_skill", "You cannot review your own skill.");
  const skillId = listing.skill_id;
  const [purchase, calls, related] = await Promise.all([
    prisma().purchase.findFirst({ where: { buyerId: accountId, skillId, term: { gt: 0 } }, select: { id: true } }),
    prisma().usageRecord.findMany({
      where: { accountId, skillId, status: "succeeded" },
      orderBy: NEWEST_FIRST,
      take: CALLS_TO_REVIEW,
      select: { id: true },
    }),
    query("ratings.related", "SELECT 1 WHERE $1::uuid = ANY(related_accounts($2))", [accountId, listing.owner_id]),
  ]);
  if (related.length > 0)
    return new AppError(
      "review_not_allowed",
      "You share an organization or a card with its developer, so you cannot review this skill.",
    );
  if (purchase || calls.length >= CALLS_TO_REVIEW) return null;
  return new AppError(
    "review_not_allowed",
    `Buy this skill, or call it successfully ${CALLS_TO_REVIEW} times, before you review it.`,
  );
}

const lock = (db: Queryable, skillId: string) => lockRows(db, "listing", "skill_id", skillId);

async function recount(db: Queryable, skillId: string): Promise<void> {
  await query(
    "ratings.recount",
    `UPDATE listing SET rating_sum = r.sum, rating_count = r.count, rating_counts = r.counts,
       rating_score = (r.sum + ${PRIOR_RATINGS * PRIOR_MEAN}) / (r.count + ${PRIOR_RATINGS})::float
       FROM (SELECT coalesce(sum(rating), 0) AS sum, count(*) AS count, ${RATING_COUNTS} AS counts
         FROM skill_review v WHERE skill_id = $1 AND is_counted) AS r WHERE skill_id = $1`,
    [skillId],
    db,
  );
}
