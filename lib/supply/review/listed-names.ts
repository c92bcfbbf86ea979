/**
 * Names of listings, checked again: what they imitate changes after an approval, when a brand is added, another skill becomes popular, or
 * a publisher's domain is lost. Invariants: a finding asks for an administrator's look and changes nothing else; the seller is notified
 * once of each cause; what a reviewer has seen is not asked again. Stored are causes, which name no one.
 */
import { createHash } from "node:crypto";
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
import { isOfPublisher, type NameFinding, namesOf, ofPublisher } from "@/lib/supply/publishing/imitated-names";
import type { SkillRow } from "@/lib/supply/publishing/rows";
import { requireOtherReviewer } from "@/lib/supply/review/own-skill";
import type { ListedNameFinding } from "@/lib/supply/review/schemas";

const CHECKED_DAYS = 7;
/** Listings of a step: each is compared with some 900 names, and a step must not stop other requests for long. */
const STEP = 20;
const MAX_LISTINGS = 2_000;
/** Causes that are remembered of a listing. */
const MAX_CAUSES = 200;

type Listed = { id: string; owner_id: string; name: string; slug: string; digest: string };

/** Listings with a digest of all that their findings follow from, but for the names of other skills. */
const LISTED = `SELECT l.skill_id AS id, l.owner_id, l.name, l.slug, md5(concat_ws(' ', l.owner_id, l.slug,
    l.developer_handle, l.name, l.developer_name, proven_domains(l.owner_id), $brands::text)) AS digest
  FROM listing l`;
const ONE = `${LISTED} WHERE l.skill_id = $id`;
const DUE = `SELECT d.id, d.owner_id, d.name, d.slug, d.digest FROM (${LISTED}) AS d
  LEFT JOIN name_check c ON c.skill_id = d.id
  WHERE c.checked_at IS NULL OR c.checked_at < $since OR c.digest <> d.digest
  ORDER BY c.checked_at NULLS FIRST, d.id LIMIT $limit`;
const CLEAR = `UPDATE name_check SET seen = seen || $2::text[],
  open = ARRAY(SELECT unnest(open) EXCEPT SELECT unnest($2::text[])) WHERE skill_id = ANY ($1::uuid[])`;
type Causes = { open: string[]; notified: string[]; seen: string[] };
/** When a run began, and a digest of the brands that it checks with. */
type Run = { at: Date; brands: string };

/**
 * Checks the names of listings that were last checked a week ago, or before the brands or anything of their own changed. Returns how
 * many.
 */
export async function recheckDue(): Promise<number> {
  const { settings } = await site.current();
  const brands = createHash("sha256").update(JSON.stringify(settings.protected_names)).digest("base64url");
  const run = { at: new Date(), brands };
  const due = await query<Listed>("names.due", DUE, { brands, since: daysAgo(CHECKED_DAYS), limit: MAX_LISTINGS });
  let checked = 0;
  for (let from = 0; from < due.length && !isRunEnding(); from += STEP) {
    const some = due.slice(from, from + STEP);
    const found = await namesOf(some.map(asNew));
    const done = await forEachIsolated(
      "recheck-names",
      some,
      ({ id }) => id,
      (one) => recheckOne(one, found.get(one.id) ?? [], run),
    );
    checked += done.length;
  }
  return checked;
}

/** A listing as a submission whose name was never approved. */
const asNew = (listed: Omit<Listed, "digest">) => ({ ...listed, live_revision_id: null });

async function recheckOne({ id, digest }: Listed, found: readonly NameFinding[], { at, brands }: Run): Promise<void> {
  await transaction(async (db) => {
    // An approval at this moment, which has seen the findings, holds the lock.
    await lockRows(db, "skill", "id", id);
    const [listed] = await query<Listed>("names.listed", ONE, { brands, id }, db);
    if (!listed || listed.digest !== digest) return;
    const stored = await storedOf(db, id);
    // Approvals store what was seen. Without it, a reviewer approved this listing, names included, before names were checked again.
    const { notified, seen }: Omit<Causes, "open"> = stored ?? { notified: [], seen: causesOf(found) };
    const open = found.filter(({ cause }) => !seen.includes(cause));
    const fresh = open.filter(({ cause }) => !notified.includes(cause));
    const causes = { open: causesOf(open), notified: [...notified, ...causesOf(fresh)], seen };
    await store(db, id, { digest, checkedAt: at }, causes);
    await notifySeller(db, listed, fresh);
  });
}

/** What is found in a publisher's name has the same cause with each of its listings, and notifies once. */
async function notifySeller(db: Queryable, { id, owner_id: ownerId, name }: Listed, fresh: readonly NameFinding[]) {
  const kind = "names_questioned";
  const reasons = fresh.filter((one) => !isOfPublisher(one)).map(({ reason }) => reason);
  if (reasons.length > 0) await notify(db, ownerId, newId(), { kind, data: { skill: name, skillId: id, reasons } });
  for (const { cause, reason } of fresh.filter(isOfPublisher))
    await notify(db, ownerId, cause, { kind, data: { skill: null, skillId: null, reasons: [reason] } });
}

const causesOf = (findings: readonly NameFinding[]) => findings.map(({ cause }) => cause);

/** What is stored of a skill's names, locked; null before the first check or approval. */
async function storedOf(db: Queryable, skillId: string): Promise<Causes | null> {
  await lockRows(db, "name_check", "skill_id", skillId);
  return prisma(db).nameCheck.findUnique({ where: { skillId } });
}

type Checked = { digest: string; checkedAt: Date };

async function store(
  db: Queryable,
  skillId: string,
  checked: Checked,
  { open, notified, seen }: Causes,
): Promise<void> {
  const newest = { notified: notified.slice(-MAX_CAUSES), seen: [...new Set(seen)].slice(-MAX_CAUSES) };
  const data = { ...checked, open, ...newest };
  await prisma(db).nameCheck.upsert({ where: { skillId }, create: { skillId, ...data }, update: data });
}

/** The causes of what reviewers are shown in the names of a submission: of an edit that keeps the skill's name, the publisher's alone. */
export async function causesShown(db: Queryable, row: SkillRow): Promise<string[]> {
  return causesOf((await namesOf([row], db)).get(row.id) ?? []);
}

/** Notes that a reviewer has seen what is shown in the names of a submission, in the transaction that approves it. */
export async function acknowledge(db: Queryable, row: SkillRow): Promise<void> {
  const stored = await storedOf(db, row.id);
  // The first check of a listing from before such checks does it.
  if (!stored && row.live_revision_id !== null) return;
  const { open, notified, seen } = stored ?? { open: [], notified: [], seen: [] };
  const shown = await causesShown(db, row);
  const left = open.filter((cause) => !shown.includes(cause));
  // Without a digest the next run looks at it again.
  const checked = { digest: "", checkedAt: new Date() };
  await store(db, row.id, checked, { open: left, notified, seen: [...seen, ...shown] });
}

const listedOf = (skillId: string, db?: Queryable) =>
  prisma(db).listing.findUnique({ where: { skillId }, select: { ownerId: true, name: true, slug: true } });

/** What a later check found in the names of a listing and no administrator has seen; what no longer holds is dropped. */
export async function openOf(skillId: string): Promise<ListedNameFinding[]> {
  const row = await prisma().nameCheck.findUnique({ where: { skillId }, select: { open: true } });
  if (!row || row.open.length === 0) return [];
  const listed = await listedOf(skillId);
  if (!listed) return [];
  const { ownerId, name, slug } = listed;
  const found = await namesOf([asNew({ id: skillId, owner_id: ownerId, name, slug })]);
  const held = (found.get(skillId) ?? []).filter(({ cause }) => row.open.includes(cause));
  const causes = causesOf(held);
  // Unless a check has changed it meanwhile.
  const where = { skillId, open: { equals: row.open } };
  if (causes.length < row.open.length) await prisma().nameCheck.updateMany({ where, data: { open: causes } });
  return held;
}

/**
 * Notes that an administrator has seen findings in the names of a listing: those that are named, so none that came later. One in its
 * publisher's name is seen in all of the publisher's listings. Throws not_found when none of them is open, and own_skill_review.
 */
export async function clear(caller: Caller, id: string, { causes, reason }: { causes: string[]; reason: string }) {
  return transaction(async (db) => {
    await lockRows(db, "skill", "id", id);
    const listed = await listedOf(id, db);
    if (!listed) throw notFound();
    const { ownerId, slug } = listed;
    const shared = causesOf(await ofPublisher(ownerId, db)).filter((cause) => causes.includes(cause));
    const listings =
      shared.length > 0 ? await prisma(db).listing.findMany({ where: { ownerId }, select: { skillId: true } }) : [];
    const all = listings.map(({ skillId }) => skillId);
    await lockRows(db, "name_check", "skill_id", [id, ...all]);
    const cleared = ((await storedOf(db, id))?.open ?? []).filter((cause) => causes.includes(cause));
    if (cleared.length === 0) throw notFound();
    await requireOtherReviewer(db, caller, ownerId);
    await query("names.clear", CLEAR, [[id], cleared], db);
    await query("names.clear", CLEAR, [all, shared.filter((cause) => cleared.includes(cause))], db);
    const details = { slug, names: cleared.length, reason };
    await audit.write(db, caller.accountId, "skill.names_cleared", { type: "skill", id }, details);
    return { cleared: cleared.length };
  });
}
