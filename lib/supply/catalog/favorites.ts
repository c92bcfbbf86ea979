/**
 * Skills that an account has saved, each in its own list or in none. Invariant: a skill is saved once an account,
 * and what leaves the marketplace stays saved. A list is a name that saved skills share: it ends with its last skill.
 */

import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { type AppError, invalid, notFound } from "@/lib/platform/core/errors";
import { MAX_TOTAL, toPage } from "@/lib/platform/core/page";
import type { FavoriteInput, FavoriteListChange, FavoritesQuery } from "@/lib/supply/catalog/favorite-schemas";
import * as catalog from "@/lib/supply/catalog/service";
import { toSkillView } from "@/lib/supply/catalog/views";

const MAX_FAVORITES = 1_000;
const MAX_LISTS = 100;

type Row = { list: string | null; createdAt: Date; skill: { slug: string } };

async function toView({ list, createdAt, skill: { slug } }: Row) {
  const listing = await catalog.findListing(slug);
  return { skill: listing && toSkillView(listing), slug, list, created_at: createdAt };
}

/** The caller's saved skills, newest first, and the names of their lists. */
export async function list({ accountId }: Caller, { list: name, limit, offset }: FavoritesQuery) {
  const where = { accountId, ...(name !== undefined && { list: name }) };
  const [rows, counted, lists] = await Promise.all([
    prisma().favorite.findMany({
      where,
      include: { skill: { select: { slug: true } } },
      orderBy: [{ createdAt: "desc" }, { skillId: "asc" }],
      take: limit,
      skip: offset,
    }),
    prisma().favorite.count({ where, take: MAX_TOTAL + 1 }),
    listsOf(accountId),
  ]);
  return { ...toPage(await Promise.all(rows.map(toView)), counted, { limit, offset }), lists };
}

/** An account's lists by name, each with how many skills it has. */
async function listsOf(accountId: string, db?: Queryable) {
  const groups = await prisma(db).favorite.groupBy({
    by: "list",
    where: { accountId, list: { not: null } },
    _count: true,
    orderBy: { list: "asc" },
  });
  return groups.map(({ list: name, _count }) => ({ name: name ?? "", count: _count }));
}

/** Saves a skill, or moves a saved one to another list. */
export async function put({ accountId }: Caller, slug: string, { list: name }: FavoriteInput) {
  const { skill_id: skillId } = await catalog.requireListing(slug);
  return transaction(async (db) => {
    // Counted under a lock, so that parallel requests don't exceed the limits together.
    await lockName(db, `favorites:${accountId}`);
    const others = { accountId, skillId: { not: skillId } };
    if ((await prisma(db).favorite.count({ where: others })) >= MAX_FAVORITES)
      throw refused("slug", `you have saved the maximum of ${MAX_FAVORITES} skills; remove one first`);
    if (name !== null) {
      const lists = await listsOf(accountId, db);
      if (lists.length >= MAX_LISTS && !lists.some((own) => own.name === name))
        throw refused("list", `you have the maximum of ${MAX_LISTS} lists; delete one first`);
    }
    return toView(
      await prisma(db).favorite.upsert({
        where: { accountId_skillId: { accountId, skillId } },
        create: { accountId, skillId, list: name },
        update: { list: name },
        include: { skill: { select: { slug: true } } },
      }),
    );
  });
}

/** Renames a list. */
export async function renameList({ accountId }: Caller, from: string, { name }: FavoriteListChange) {
  const lists = await listsOf(accountId);
  const renamed = lists.find((own) => own.name === from);
  if (!renamed) throw notFound();
  if (name !== from && lists.some((own) => own.name === name))
    throw refused("name", "you have another list of this name; choose another name");
  await prisma().favorite.updateMany({ where: { accountId, list: from }, data: { list: name } });
  return { name, count: renamed.count };
}

/** Deletes a list; its skills stay saved, in no list. Answers it a last time. */
export async function deleteList({ accountId }: Caller, name: string) {
  const { count } = await prisma().favorite.updateMany({
    where: { accountId, list: name },
    data: { list: null },
  });
  if (count === 0) throw notFound();
  return { name, count };
}

const refused = (param: string, message: string): AppError => invalid([{ param, message }]);

/** Takes a skill off the caller's saved ones, and answers it a last time. */
export async function remove({ accountId }: Caller, slug: string) {
  const saved = await prisma().favorite.findFirst({
    where: { accountId, skill: { slug } },
    include: { skill: { select: { slug: true } } },
  });
  if (!saved) throw notFound();
  await prisma().favorite.deleteMany({ where: { accountId, skillId: saved.skillId } });
  return toView(saved);
}

/** How the caller has saved a skill, or null. */
export function find({ accountId }: Pick<Caller, "accountId">, skillId: string) {
  return prisma().favorite.findUnique({ where: { accountId_skillId: { accountId, skillId } } });
}
