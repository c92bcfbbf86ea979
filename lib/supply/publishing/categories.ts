/**
 * Categories as administrators edit them. Invariants: every skill is in a category that exists (foreign keys say so); a category
 * that a skill is or was in is merged, never deleted; every change is in the audit log, in its transaction.
 */

import type { z } from "zod";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { violates } from "@/lib/platform/core/db-errors";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import { wholeList } from "@/lib/platform/core/page";
import * as listings from "@/lib/supply/catalog/listings";
import { type AdminCategory, type CategoryInput, MAX_CATEGORIES } from "@/lib/supply/publishing/category-schemas";
import { moveCategory } from "@/lib/supply/publishing/revisions";

/** How often a merge starts again because a skill came into the category meanwhile. */
const MERGE_ATTEMPTS = 5;
const IN_USE = ["skill_revision_category_fkey", "listing_category_fkey"];
const isInUse = (error: unknown) => IN_USE.some((constraint) => violates(error, constraint));

/** All categories in their order, with the number of skills in each. */
export async function list() {
  return wholeList(await read());
}

function read(db?: Queryable): Promise<AdminCategory[]> {
  return query<AdminCategory>(
    "categories.admin",
    `SELECT c.slug, c.title, c.description, coalesce(n.skill_count, 0) AS skill_count,
         ARRAY(SELECT f.slug FROM former_category f WHERE f.category_slug = c.slug ORDER BY f.slug) AS former
       FROM category c LEFT JOIN (SELECT r.category, count(DISTINCT r.skill_id)::int AS skill_count
         FROM skill_revision r GROUP BY r.category) n ON n.category = c.slug
      ORDER BY c.position, c.slug`,
    [],
    db,
  );
}

/** Lets one administrator change categories at a time. Developers go on: their keys share this lock. */
const lock = (db: Queryable) =>
  query("categories.lock", "SELECT 1 FROM category ORDER BY slug FOR NO KEY UPDATE", [], db);

const note = (db: Queryable, { accountId }: Caller, action: string, slug: string, details: object) =>
  audit.write(db, accountId, action, { type: "category", id: slug }, { ...details });

/** Adds a category at the end, or changes the title and description of one. */
export async function put(caller: Caller, slug: string, { title, description }: z.output<typeof CategoryInput>) {
  return transaction(async (db) => {
    await lock(db);
    const before = await prisma(db).category.findUnique({ where: { slug } });
    if (before) {
      await prisma(db).category.update({ where: { slug }, data: { title, description } });
      await note(db, caller, "category.change", slug, { before: before.title, after: title });
    } else {
      const { _max, _count } = await prisma(db).category.aggregate({
        _max: { position: true },
        _count: true,
      });
      if (_count >= MAX_CATEGORIES)
        throw invalid([{ param: "slug", message: `at most ${MAX_CATEGORIES} categories are allowed` }]);
      await prisma(db).formerCategory.deleteMany({ where: { slug } });
      const position = (_max.position ?? 0) + 1;
      await prisma(db).category.create({ data: { slug, title, description, position } });
      await note(db, caller, "category.add", slug, { title });
    }
    return one(db, slug);
  });
}

async function one(db: Queryable, slug: string): Promise<AdminCategory> {
  const found = (await read(db)).find((category) => category.slug === slug);
  if (!found) throw notFound();
  return found;
}

/** Puts all categories into an order. */
export async function reorder(caller: Caller, order: string[]) {
  return transaction(async (db) => {
    await lock(db);
    const before = (await read(db)).map(({ slug }) => slug);
    if (order.toSorted().join() !== before.toSorted().join())
      throw invalid([{ param: "order", message: "must name every category once; read the list again" }]);
    for (const [index, slug] of order.entries())
      await prisma(db).category.update({ where: { slug }, data: { position: index + 1 } });
    await note(db, caller, "category.order", "all", { order });
    return wholeList(await read(db));
  });
}

/**
 * Moves every skill of a category, live or not, into another one and ends the category; links to it lead to the other.
 * Returns the other.
 */
export async function merge(caller: Caller, slug: string, into: string): Promise<AdminCategory> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await mergeOnce(caller, slug, into);
    } catch (error) {
      if (!isInUse(error) || attempt === MERGE_ATTEMPTS) throw error;
    }
  }
}

function mergeOnce(caller: Caller, slug: string, into: string): Promise<AdminCategory> {
  return transaction(async (db) => {
    await lock(db);
    await one(db, slug);
    const target = into !== slug && (await prisma(db).category.findUnique({ where: { slug: into } }));
    if (!target) throw invalid([{ param: "into", message: "must be another category" }]);
    // Before the row is deleted, which waits for developers who are putting a skill into it.
    await moveCategory(db, slug, into);
    const listed = await listings.moveCategory(db, slug, into);
    await prisma(db).formerCategory.updateMany({
      where: { categorySlug: slug },
      data: { categorySlug: into },
    });
    await prisma(db).category.delete({ where: { slug } });
    await prisma(db).formerCategory.create({ data: { slug, categorySlug: into } });
    await note(db, caller, "category.merge", slug, { into, listed });
    return one(db, into);
  });
}

/** Deletes a category that no skill is or was in. */
export async function remove(caller: Caller, slug: string): Promise<AdminCategory> {
  return transaction(async (db) => {
    await lock(db);
    const category = await one(db, slug);
    await prisma(db).category.delete({ where: { slug } });
    await note(db, caller, "category.remove", slug, { title: category.title });
    return category;
  }).catch((cause: unknown) => {
    if (!isInUse(cause)) throw cause;
    throw new AppError("category_in_use", "Skills are or were in this category. Merge it into another one instead.", {
      cause,
    });
  });
}
