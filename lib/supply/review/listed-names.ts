/**
 * Names of listings, checked again: what they imitate changes after an approval, when a brand is added, another skill becomes popular, or
 * a publisher's domain is lost. Invariants: a finding asks for an administrator's look and changes nothing else; the seller is notified
 * once of each cause; what a reviewer has seen is not asked again. Stored are causes, which name no one.
 */
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { lockRows } from "@/lib/platform/core/locks";
import { forEachIsolated, isRunEnding } from "@/lib/platform/jobs/isolated";
import { daysAgo } from "@/lib/platform/jobs/pruning";
import { notify } from "@/lib/platform/notifications/service";
import * as site from "@/lib/platform/site/service";
import { type NameFinding, namesOf } from "@/lib/supply/publishing/imitated-names";
import { requireOtherReviewer } from "@/lib/supply/review/own-skill";
import type { ListedNameFinding } from "@/lib/supply/review/schemas";

const CHECKED_DAYS = 7;
/** Listings of a step: each is compared with some 900 names, and a step must not stop other requests for long. */
const STEP = 20;
const MAX_LISTINGS = 2_000;
/** Causes that are remembered of a listing. */
const MAX_CAUSES = 200;

type Listed = { id: string; owner_id: string; name: string; slug: string; digest: string };

/** Listings with a digest of all that their findings follow from, but for the names of others. */
const LISTED = `SELECT l.skill_id AS id, l.owner_id, l.name, l.slug, md5(concat_ws(' ', l.owner_id, l.slug,
    l.developer_handle, l.name, l.developer_name, proven_domains(l.owner_id))) AS digest FROM listing l`;
const DUE = `SELECT d.id, d.owner_id, d.name, d.slug, d.digest FROM (${LISTED}) AS d
  LEFT JOIN name_check c ON c.skill_id = d.id
  WHERE c.checked_at IS NULL OR c.checked_at < $1 OR c.digest <> d.digest
  ORDER BY c.checked_at NULLS FIRST, d.id LIMIT $2`;
type Stored = { id: string; digest: string; open: string[]; notified: string[]; seen: string[] };

/**
 * Checks the names of listings that were last checked a week ago, before the marketplace's settings or anything of their own changed.
 * Returns how many.
 */
export async function recheckDue(): Promise<number> {
  const at = new Date();
  const { updated_at: changed } = await site.current();
  const since = new Date(Math.max(daysAgo(CHECKED_DAYS).getTime(), new Date(changed ?? 0).getTime()));
  const due = await query<Listed>("names.due", DUE, [since, MAX_LISTINGS]);
  let checked = 0;
  for (let from = 0; from < due.length && !isRunEnding(); from += STEP) {
    const some = due.slice(from, from + STEP);
    const found = await namesOf(some.map(asNew));
    const done = await forEachIsolated(
      "recheck-names",
      some,
      ({ id }) => id,
      (one) => recheckOne(one, found.get(one.id) ?? [], at),
    );
    checked += done.length;
  }
  return checked;
}

/** A listing as a submission whose name was never approved. */
const asNew = (listed: Omit<Listed, "digest">) => ({ ...listed, live_revision_id: null });

async function recheckOne({ id, digest }: Listed, found: readonly NameFinding[], at: Date): Promise<void> {
  await transaction(async (db) => {
    // An approval at this moment, which has seen the findings, holds the lock.
    await lockRows(db, "skill", "id", id);
    const [listed] = await query<Listed>("names.listed", `${LISTED} WHERE l.skill_id = $1`, [id], db);
    if (!listed || listed.digest !== digest) return;
    const { notified, seen } = await storedOf(db, id);
    const open = found.filter(({ cause }) => !seen.includes(cause));
    const fresh = open.filter(({ cause }) => !notified.includes(cause));
    const causes = causesOf(open);
    await store(db, { id, digest, open: causes, notified: [...notified, ...causesOf(fresh)], seen }, at);
    if (fresh.length === 0) return;
    const data = { skill: listed.name, skillId: id, reasons: fresh.map((one) => one.reason) };
    await notify(db, listed.owner_id, newId(), { kind: "names_questioned", data });
  });
}

const causesOf = (findings: readonly NameFinding[]) => findings.map(({ cause }) => cause);

async function storedOf(db: Queryable, skillId: string): Promise<Omit<Stored, "id" | "digest">> {
  const row = await prisma(db).nameCheck.findUnique({ where: { skillId } });
  return { open: row?.open ?? [], notified: row?.notified ?? [], seen: row?.seen ?? [] };
}

async function store(db: Queryable, { id: skillId, digest, ...causes }: Stored, checkedAt: Date): Promise<void> {
  const newest = { notified: causes.notified.slice(-MAX_CAUSES), seen: [...new Set(causes.seen)].slice(-MAX_CAUSES) };
  const data = { digest, checkedAt, open: causes.open, ...newest };
  await prisma(db).nameCheck.upsert({ where: { skillId }, create: { skillId, ...data }, update: data });
}

/** The causes of what is found in a skill's names now, as for one that was never approved. */
export async function causesNow(db: Queryable, row: Omit<Listed, "digest">): Promise<string[]> {
  return causesOf((await namesOf([asNew(row)], db)).get(row.id) ?? []);
}

/** Notes that a reviewer has seen what is found in the names of a skill now, listed or not, in the transaction that approves it. */
export async function acknowledge(db: Queryable, row: Omit<Listed, "digest">): Promise<void> {
  const { notified, seen } = await storedOf(db, row.id);
  const causes = await causesNow(db, row);
  // Without a digest the next run looks at it again.
  await store(db, { id: row.id, digest: "", open: [], notified, seen: [...seen, ...causes] }, new Date());
}

/** What a later check found in the names of a listing and no administrator has seen. */
export async function openOf(skillId: string): Promise<ListedNameFinding[]> {
  const row = await prisma().nameCheck.findUnique({ where: { skillId }, select: { open: true } });
  if (!row || row.open.length === 0) return [];
  const [listed] = await query<Listed>("names.listed", `${LISTED} WHERE l.skill_id = $1`, [skillId]);
  const found = listed ? ((await namesOf([asNew(listed)])).get(skillId) ?? []) : [];
  return found.filter(({ cause }) => row.open.includes(cause));
}

/**
 * Notes that an administrator has seen findings in the names of a listing: those that are named, so none that came later. Throws
 * not_found when none of them is open, and own_skill_review.
 */
export async function clear(caller: Caller, id: string, { causes, reason }: { causes: string[]; reason: string }) {
  return transaction(async (db) => {
    await lockRows(db, "skill", "id", id);
    const [listed] = await query<Listed>("names.listed", `${LISTED} WHERE l.skill_id = $1`, [id], db);
    const { open, notified, seen } = await storedOf(db, id);
    const cleared = open.filter((cause) => causes.includes(cause));
    if (!listed || cleared.length === 0) throw notFound();
    await requireOtherReviewer(db, caller, listed.owner_id);
    const left = open.filter((cause) => !cleared.includes(cause));
    await store(db, { id, digest: listed.digest, open: left, notified, seen: [...seen, ...cleared] }, new Date());
    const details = { slug: listed.slug, names: cleared.length, reason };
    await audit.write(db, caller.accountId, "skill.names_cleared", { type: "skill", id }, details);
    return { cleared: cleared.length };
  });
}
