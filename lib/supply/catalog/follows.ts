/**
 * Publishers that an account follows: it is notified of their new skills. Invariant: an account follows a publisher once,
 * and never itself.
 */
import * as handles from "@/lib/identity/accounts/handles";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import { wholeList } from "@/lib/platform/core/page";

const MAX_FOLLOWING = 500;

/** A publisher with a skill on the marketplace. Throws not_found. */
async function requirePublisher(handle: string): Promise<{ id: string; handle: string; name: string }> {
  const account = await handles.findByHandle(handle);
  if (!account || (await prisma().listing.count({ where: { ownerId: account.id }, take: 1 })) === 0) throw notFound();
  return account;
}

/** Follows a publisher. Throws not_found, and invalid_request for oneself and above the most that one may follow. */
export async function follow({ accountId }: Caller, asked: string) {
  const { id: publisherId, handle, name } = await requirePublisher(asked);
  if (publisherId === accountId) throw invalid([{ param: "handle", message: "is your own; follow other publishers" }]);
  await transaction(async (db) => {
    // Counted under a lock, so that parallel requests don't exceed the limit together.
    await lockName(db, `follows:${accountId}`);
    const others = { accountId, publisherId: { not: publisherId } };
    if ((await prisma(db).publisherFollow.count({ where: others })) >= MAX_FOLLOWING)
      throw invalid([{ param: "handle", message: `you follow the maximum of ${MAX_FOLLOWING}; unfollow one first` }]);
    await prisma(db).publisherFollow.createMany({ data: { accountId, publisherId }, skipDuplicates: true });
  });
  return { handle, name, following: true };
}

/** Stops following a publisher. Throws not_found when the caller doesn't follow it. */
export async function unfollow({ accountId }: Caller, asked: string) {
  // One that is suspended can be left, too.
  const suspended = () => prisma().account.findUnique({ where: { handle: asked } });
  const publisher = (await handles.findByHandle(asked)) ?? (await suspended());
  if (!publisher) throw notFound();
  const where = { accountId, publisherId: publisher.id };
  if ((await prisma().publisherFollow.deleteMany({ where })).count === 0) throw notFound();
  return { handle: publisher.handle, name: publisher.name, following: false };
}

/** The publishers that the caller follows, the last followed first. */
export async function list({ accountId }: Pick<Caller, "accountId">) {
  const rows = await prisma().publisherFollow.findMany({
    where: { accountId },
    orderBy: { createdAt: "desc" },
    select: { publisher: { select: { handle: true, name: true } } },
  });
  return wholeList(rows.map(({ publisher }) => ({ ...publisher, following: true })));
}

/** Whether the caller follows the publisher of a handle. */
export async function isFollowing({ accountId }: Pick<Caller, "accountId">, handle: string): Promise<boolean> {
  return (await prisma().publisherFollow.count({ where: { accountId, publisher: { handle } } })) > 0;
}

/** How many accounts follow a publisher. */
export const count = (publisherId: string): Promise<number> =>
  prisma().publisherFollow.count({ where: { publisherId } });

/** The accounts that follow a publisher, for a notification. */
export async function followersOf(db: Queryable, publisherId: string): Promise<string[]> {
  const rows = await prisma(db).publisherFollow.findMany({ where: { publisherId }, select: { accountId: true } });
  return rows.map(({ accountId }) => accountId);
}
