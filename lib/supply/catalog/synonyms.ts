/**
 * Words that searches take for each other. Invariants: every change and its line in the audit log are one transaction; a changed
 * word counts for the next search, because the change raises the generation of the catalog.
 */

import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, transaction } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import { wholeList } from "@/lib/platform/core/page";
import type { Synonym } from "@/lib/supply/catalog/synonym-schemas";
import { meaningsIn } from "@/lib/supply/catalog/synonym-words";

/** Every process keeps all of them in memory. */
const MAX_SYNONYMS = 1_000;
const COLUMNS = { term: true, meanings: true, updatedAt: true } as const;

type Row = { term: string; meanings: string; updatedAt: Date };
const toView = ({ term, meanings, updatedAt }: Row): Synonym => ({ term, meanings, updated_at: updatedAt });

/** All synonyms, by their word. */
export async function list() {
  const rows = await prisma().searchSynonym.findMany({ select: COLUMNS, orderBy: { term: "asc" } });
  return wholeList(rows.map(toView));
}

/** Says what a word also means, in place of what it meant. */
export async function put(caller: Caller, term: string, meanings: string): Promise<Synonym> {
  if (meaningsIn(meanings).length === 0)
    throw invalid([{ param: "meanings", message: "must contain at least one word" }]);
  await transaction(async (db) => {
    await prisma(db).searchSynonym.upsert({
      where: { term },
      create: { term, meanings },
      update: { meanings, updatedAt: new Date() },
      select: COLUMNS,
    });
    if ((await prisma(db).searchSynonym.count()) > MAX_SYNONYMS)
      throw invalid([{ param: "term", message: `at most ${MAX_SYNONYMS} synonyms are allowed; remove one first` }]);
    await audit.write(db, caller.accountId, "synonym.put", { type: "synonym", id: term }, { meanings });
  });
  return toView(await prisma().searchSynonym.findUniqueOrThrow({ where: { term }, select: COLUMNS }));
}

/** Ends what a word also means. */
export async function remove(caller: Caller, term: string): Promise<Synonym> {
  return transaction(async (db) => {
    const row = await prisma(db).searchSynonym.findUnique({ where: { term }, select: COLUMNS });
    if (!row) throw notFound();
    await prisma(db).searchSynonym.delete({ where: { term }, select: COLUMNS });
    await audit.write(db, caller.accountId, "synonym.remove", { type: "synonym", id: term }, {});
    return toView(row);
  });
}
