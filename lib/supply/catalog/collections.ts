/**
 * Collections: selections of skills that administrators put together. Invariant: consumers see only the skills in them
 * that are on the marketplace, and every change is in the audit log.
 */
import type { z } from "zod";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { catalogSource, prisma, query, transaction } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { wholeList } from "@/lib/platform/core/page";
import type { CollectionDetail, CollectionInput } from "@/lib/supply/catalog/collection-schemas";
import { LISTING_COLUMNS, type ListingRow, toSkillView } from "@/lib/supply/catalog/views";

/** Most collections; the list is never paged. */
const MAX_COLLECTIONS = 100;
type Detail = z.input<typeof CollectionDetail>;

/** Every collection that has a skill on the marketplace, in order. */
export async function list() {
  const rows = await query<Omit<Detail, "skills">>(
    "collections.list",
    `SELECT c.slug, c.title, c.description, c.position, count(*)::int AS skill_count, c.updated_at
       FROM collection c JOIN collection_skill s ON s.collection_id = c.id JOIN listing l ON l.skill_id = s.skill_id
      GROUP BY c.id ORDER BY c.position, c.title LIMIT ${MAX_COLLECTIONS}`,
    [],
    catalogSource(),
  );
  return wholeList(rows);
}

/** One collection with its skills in order. */
export async function get(slug: string): Promise<Detail> {
  const collection = await prisma().collection.findUnique({ where: { slug } });
  if (!collection) throw notFound();
  const rows = await query<ListingRow>(
    "collections.skills",
    `SELECT ${LISTING_COLUMNS} FROM collection_skill c JOIN listing l ON l.skill_id = c.skill_id
      WHERE c.collection_id = $1 ORDER BY c.position`,
    [collection.id],
    catalogSource(),
  );
  const { title, description, position, updatedAt } = collection;
  return {
    ...{ slug, title, description, position },
    skill_count: rows.length,
    updated_at: updatedAt,
    skills: rows.map(toSkillView),
  };
}

/** Creates a collection, or replaces what it says and holds. */
export async function put(caller: Caller, slug: string, input: CollectionInput): Promise<Detail> {
  if (slug === "-") throw notFound();
  const skills = await idsOf(input.skills);
  await transaction(async (db) => {
    const tx = prisma(db);
    const { title, description, position } = input;
    const fields = { title, description, position, updatedAt: new Date() };
    const before = await tx.collection.findUnique({ where: { slug } });
    if (!before && (await tx.collection.count()) >= MAX_COLLECTIONS)
      throw invalid([{ param: "slug", message: `there are ${MAX_COLLECTIONS} collections already; delete one first` }]);
    const { id } = await tx.collection.upsert({
      where: { slug },
      create: { id: newId(), slug, ...fields },
      update: fields,
    });
    await tx.collectionSkill.deleteMany({ where: { collectionId: id } });
    await tx.collectionSkill.createMany({
      data: skills.map((skillId, at) => ({ collectionId: id, skillId, position: at })),
    });
    const action = before ? "collection.change" : "collection.create";
    await audit.write(db, caller.accountId, action, { type: "collection", id }, { slug, title, skills: input.skills });
  });
  return get(slug);
}

async function idsOf(slugs: string[]): Promise<string[]> {
  const rows = await prisma().listing.findMany({
    where: { slug: { in: slugs } },
    select: { slug: true, skillId: true },
  });
  const ids = new Map(rows.map(({ slug, skillId }) => [slug, skillId]));
  const issues = slugs.flatMap((slug, at) =>
    ids.has(slug) ? [] : [{ param: `skills[${at}]`, message: `there is no skill ${slug} on the marketplace` }],
  );
  const [first, ...rest] = issues;
  if (first) throw invalid([first, ...rest]);
  return slugs.flatMap((slug) => ids.get(slug) ?? []);
}

/** Deletes a collection, and answers it a last time. */
export async function remove(caller: Caller, slug: string): Promise<Detail> {
  const last = await get(slug);
  await transaction(async (db) => {
    const deleted = await prisma(db).collection.findUnique({ where: { slug } });
    if (!deleted) throw notFound();
    await prisma(db).collection.delete({ where: { slug } });
    const about = { type: "collection", id: deleted.id };
    await audit.write(db, caller.accountId, "collection.delete", about, { slug, title: deleted.title });
  });
  return last;
}
