/**
 * Skills that an account has saved, each in one list of its own or in none. Invariant: a skill is saved once an account,
 * and what leaves the marketplace stays saved.
 */
import * as catalog from "@/lib/catalog/service";
import { toSkillView } from "@/lib/catalog/views";
import type { Caller } from "@/lib/core/caller";
import { prisma } from "@/lib/core/db";
import { invalid, notFound } from "@/lib/core/errors";
import { MAX_TOTAL, toPage } from "@/lib/core/page";
import type { FavoriteInput, FavoritesQuery } from "@/lib/favorites/schemas";

/** Most skills that one account saves. */
const MAX_FAVORITES = 1_000;

type Row = { list: string | null; createdAt: Date; skill: { slug: string } };

async function toView({ list, createdAt, skill: { slug } }: Row) {
  const listing = await catalog.findListing(slug);
  return { skill: listing && toSkillView(listing), slug, list, created_at: createdAt };
}

/** The caller's saved skills, newest first, and the names of their lists. */
export async function list({ accountId }: Caller, { list: name, limit, offset }: FavoritesQuery) {
  const where = { accountId, ...(name !== undefined && { list: name }) };
  const [rows, counted, groups] = await Promise.all([
    prisma().favorite.findMany({
      where,
      include: { skill: { select: { slug: true } } },
      orderBy: [{ createdAt: "desc" }, { skillId: "asc" }],
      take: limit,
      skip: offset,
    }),
    prisma().favorite.count({ where, take: MAX_TOTAL + 1 }),
    prisma().favorite.groupBy({
      by: "list",
      where: { accountId, list: { not: null } },
      _count: true,
      orderBy: { list: "asc" },
    }),
  ]);
  const page = toPage(await Promise.all(rows.map(toView)), counted, { limit, offset });
  return { ...page, lists: groups.map(({ list: own, _count }) => ({ name: own ?? "", count: _count })) };
}

/** Saves a skill, or moves a saved one to another list. Throws not_found, and invalid_request beyond 1,000. */
export async function put({ accountId }: Caller, slug: string, { list: name }: FavoriteInput) {
  const { skill_id: skillId } = await catalog.requireListing(slug);
  if ((await prisma().favorite.count({ where: { accountId, skillId: { not: skillId } } })) >= MAX_FAVORITES)
    throw invalid([
      { param: "slug", message: `you have saved the maximum of ${MAX_FAVORITES} skills; remove one first` },
    ]);
  return toView(
    await prisma().favorite.upsert({
      where: { accountId_skillId: { accountId, skillId } },
      create: { accountId, skillId, list: name },
      update: { list: name },
      include: { skill: { select: { slug: true } } },
    }),
  );
}

/** Takes a skill off the caller's saved ones, and answers it a last time. Throws not_found when it is not saved. */
export async function remove({ accountId }: Caller, slug: string) {
  const saved = await find({ accountId }, slug);
  if (!saved) throw notFound();
  await prisma().favorite.deleteMany({ where: { accountId, skillId: saved.skillId } });
  return toView(saved);
}

/** How the caller has saved a skill, or null. */
export function find({ accountId }: Pick<Caller, "accountId">, slug: string) {
  return prisma().favorite.findFirst({
    where: { accountId, skill: { slug } },
    include: { skill: { select: { slug: true } } },
  });
}
