/**
 * Skills that people ask for, and what developers offer for them. Invariants: an account votes once for a request, `votes` is the
 * number of its voters, and a request that its last voter leaves goes. Who asked is shown to administrators only.
 */
import type { SkillRequest, SkillRequestInput, SkillRequestQuery } from "@/lib/demand/skill-requests/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { violates } from "@/lib/platform/core/db-errors";
import { type AppError, invalid, notFound } from "@/lib/platform/core/errors";
import type { Prisma } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { MAX_TOTAL, NEWEST_FIRST, toPage } from "@/lib/platform/core/page";
import { notifyAdministrators, notifyAll } from "@/lib/platform/notifications/service";
import * as catalog from "@/lib/supply/catalog/service";
import { fold, wordsOf } from "@/lib/supply/catalog/tokens";

/** Most requests of an account that are there at a time, and most skills that are offered for one. */
const MAX_REQUESTS = 20;
const MAX_OFFERS = 5;
/** Skills among which a developer chooses one to offer. */
const MAX_OFFERABLE = 100;
/** Words of a search that are looked for. */
const MAX_WORDS = 8;
const MOST_WANTED_FIRST = [{ votes: "desc" as const }, { id: "desc" as const }];

/** The columns and offers of a request. */
export const SHOWN = {
  id: true,
  title: true,
  text: true,
  votes: true,
  createdAt: true,
  reportedAt: true,
  accountId: true,
  offers: { select: { skillId: true }, orderBy: { createdAt: "asc" } },
} satisfies Prisma.SkillRequestSelect;
export type Shown = Prisma.SkillRequestGetPayload<{ select: typeof SHOWN }>;

/** What a search matches: requests that have all its words. */
export function matching(search: string | undefined): Prisma.SkillRequestWhereInput {
  const words = wordsOf(fold(search ?? "")).slice(0, MAX_WORDS);
  const has = (word: string) => ({ contains: word, mode: "insensitive" as const });
  return { AND: words.map((word) => ({ OR: [{ words: has(word) }, { text: has(word) }] })) };
}

/** The requests, the most wanted or the newest first. */
export async function list(caller: Caller | null, { search, sort, limit, offset }: SkillRequestQuery) {
  const where = matching(search);
  const orderBy = sort === "newest" ? NEWEST_FIRST : MOST_WANTED_FIRST;
  const [rows, counted] = await Promise.all([
    prisma().skillRequest.findMany({ where, select: SHOWN, orderBy, take: limit, skip: offset }),
    prisma().skillRequest.count({ where, orderBy, take: MAX_TOTAL + 1 }),
  ]);
  return toPage(await toViews(caller, rows), counted, { limit, offset });
}

/**
 * Asks for a skill. Where somebody has asked for it in the same words, that request gets the caller's vote. Throws not_found
 * when it goes at this moment.
 */
export async function ask(caller: Caller, { title, text }: SkillRequestInput): Promise<SkillRequest> {
  const words = wordsOf(fold(title)).join(" ");
  if (words === "") throw refused("title", "needs a word");
  const { accountId } = caller;
  const work = async (db: Queryable) => {
    // Counted under a lock, so that parallel requests don't exceed the limit together.
    await lockName(db, `skill_requests:${accountId}`);
    const known = await prisma(db).skillRequest.findUnique({ where: { words }, select: { id: true } });
    if (!known && (await prisma(db).skillRequest.count({ where: { accountId } })) >= MAX_REQUESTS)
      throw refused("title", `you have ${MAX_REQUESTS} requests already; withdraw your vote from one first`);
    // Another account may ask the same at this moment.
    if (!known)
      await prisma(db).skillRequest.createMany({
        data: [{ id: newId(), accountId, title, text, words }],
        skipDuplicates: true,
      });
    const asked = await prisma(db).skillRequest.findUnique({ where: { words }, select: { id: true } });
    if (!asked) throw notFound();
    await addVote(db, asked.id, accountId);
    return read(caller, asked.id, db);
  };
  return transaction(work).catch(orGone);
}

/** Votes for a request; a second vote changes nothing. Throws not_found. */
export async function vote(caller: Caller, id: string): Promise<SkillRequest> {
  const work = async (db: Queryable) => {
    await addVote(db, id, caller.accountId);
    return read(caller, id, db);
  };
  return transaction(work).catch(orGone);
}

/** A vote for a request whose last voter has just left it. */
function orGone(cause: unknown): never {
  throw violates(cause, "skill_request_vote_request_id_fkey") ? notFound() : cause;
}

/** Withdraws the caller's vote. A request that no one wants any more goes, and is returned a last time. Throws not_found. */
export async function withdraw(caller: Caller, id: string): Promise<SkillRequest> {
  return transaction(async (db) => {
    const { count } = await prisma(db).skillRequestVote.deleteMany({
      where: { requestId: id, accountId: caller.accountId },
    });
    if (count > 0) await prisma(db).skillRequest.updateMany({ where: { id }, data: { votes: { decrement: count } } });
    const last = await read(caller, id, db);
    await prisma(db).skillRequest.deleteMany({ where: { id, votes: { lte: 0 } } });
    return last;
  });
}

/** Reports a request to the administrators, who are notified of the first report. Throws not_found. */
export async function report(caller: Caller, id: string): Promise<SkillRequest> {
  return transaction(async (db) => {
    const request = await read(caller, id, db);
    const { count } = await prisma(db).skillRequest.updateMany({
      where: { id, reportedAt: null, clearedAt: null },
      data: { reportedAt: new Date() },
    });
    if (count > 0) await notifyAdministrators(db, id, { kind: "request_reported", data: { request: request.title } });
    return request;
  });
}

/**
 * Offers a skill of the caller for a request, and notifies everyone who wants it. Offering it again changes nothing. Throws
 * not_found.
 */
export async function offer(caller: Caller, id: string, slug: string): Promise<SkillRequest> {
  const listing = await catalog.findListing(slug, caller);
  if (listing?.owner_id !== caller.accountId) throw refused("skill", "is not one of your skills on the marketplace");
  return transaction(async (db) => {
    // Counted under a lock, so that parallel offers don't exceed the limit together.
    await lockName(db, `skill_offers:${id}`);
    const { title, offers } = await read(caller, id, db);
    if (offers.length >= MAX_OFFERS && !offers.some((other) => other.slug === slug))
      throw refused("skill", `can't be offered: there are ${MAX_OFFERS} for this request already`);
    await prisma(db).skillRequestOffer.createMany({
      data: [{ requestId: id, skillId: listing.skill_id }],
      skipDuplicates: true,
    });
    const voters = await prisma(db).skillRequestVote.findMany({
      where: { requestId: id, accountId: { not: caller.accountId } },
      select: { accountId: true },
    });
    await notifyAll(
      db,
      voters.map(({ accountId }) => accountId),
      `${id}:${listing.skill_id}`,
      { kind: "request_offered", data: { request: title, skill: listing.name, slug } },
    );
    return read(caller, id, db);
  });
}

const refused = (param: string, message: string): AppError => invalid([{ param, message }]);

async function addVote(db: Queryable, requestId: string, accountId: string): Promise<void> {
  const { count } = await prisma(db).skillRequestVote.createMany({
    data: [{ requestId, accountId }],
    skipDuplicates: true,
  });
  if (count > 0)
    await prisma(db).skillRequest.updateMany({ where: { id: requestId }, data: { votes: { increment: count } } });
}

/** One request. Throws not_found. */
async function read(caller: Caller, id: string, db: Queryable): Promise<SkillRequest> {
  const row = await prisma(db).skillRequest.findUnique({ where: { id }, select: SHOWN });
  const [view] = row ? await toViews(caller, [row], db) : [];
  if (!view) throw notFound();
  return view;
}

async function toViews(caller: Caller | null, rows: Shown[], db?: Queryable): Promise<SkillRequest[]> {
  const [offers, votes] = await Promise.all([
    offersOf(rows, db),
    caller &&
      prisma(db).skillRequestVote.findMany({
        where: { accountId: caller.accountId, requestId: { in: rows.map(({ id }) => id) } },
        select: { requestId: true },
      }),
  ]);
  const voted = new Set(votes?.map(({ requestId }) => requestId));
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    text: row.text,
    votes: row.votes,
    voted: voted.has(row.id),
    offers: offers(row),
    created_at: row.createdAt,
  }));
}

/** The skills that are offered for each of some requests, as far as they are on the marketplace. */
export async function offersOf(rows: Shown[], db?: Queryable) {
  const ids = rows.flatMap(({ offers }) => offers.map(({ skillId }) => skillId));
  const listed =
    ids.length === 0
      ? []
      : await prisma(db).listing.findMany({
          where: { skillId: { in: ids } },
          select: { skillId: true, slug: true, name: true },
        });
  const known = new Map(listed.map(({ skillId, slug, name }) => [skillId, { slug, name }]));
  return ({ offers }: Shown) => offers.flatMap(({ skillId }) => known.get(skillId) ?? []);
}

/** The caller's skills on the marketplace, which can be offered. */
export const offerable = (caller: Caller) =>
  prisma().listing.findMany({
    where: { ownerId: caller.accountId },
    select: { slug: true, name: true },
    orderBy: { name: "asc" },
    take: MAX_OFFERABLE,
  });
