/**
 * Findings about published versions: yanks, vulnerabilities and recalls. Invariants: each change gets a sequence number above all
 * that were committed before, so that a reader of the feed misses none; holders of the skill are notified in the same transaction of
 * whatever they should act on.
 */
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { isPrivateSlug } from "@/lib/platform/core/limits";
import { wholeList } from "@/lib/platform/core/page";
import { type Claim, keepAnswer } from "@/lib/platform/ratelimit/idempotency";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { announce } from "@/lib/supply/advisories/holders";
import { type AdvisoryRow, advisoriesOf, findAdvisory, nameOf, toView } from "@/lib/supply/advisories/rows";
import type {
  Advisory,
  AdvisoryChange,
  AdvisoryInput,
  AdvisoryKind,
  AdvisorySeverity,
  YankInput,
} from "@/lib/supply/advisories/schemas";
import { lockSkill, type SkillRow } from "@/lib/supply/publishing/rows";

export const RECALL_ACTION =
  "Stop using it and delete every installed copy. Rotate the keys and passwords that it could read.";
const YANK_ACTION = "Install another version. You can still fetch this one by its exact version.";

/** As whom somebody acts: the seller, about their own skill, or an administrator, about any. */
export type Role = "seller" | "marketplace";
type Publishing = { id: string; role: Role; claimed: Claim | null };

/** The advisories of a skill, newest first. Throws not_found for another account's. */
export async function list(caller: Caller, skillId: string, role: Role) {
  const owner = role === "seller" ? { ownerId: caller.accountId } : ({ visibility: "public" } as const);
  const skill = await prisma().skill.findUnique({ where: { id: skillId, ...owner }, select: { id: true } });
  if (!skill) throw notFound();
  return wholeList((await advisoriesOf(skillId)).map(toView));
}

/**
 * Publishes what was found of a range of versions. Throws not_found, not_approved, forbidden while it is suspended, rate_limited, and
 * invalid_request for unknown versions and private skills.
 */
export function publish(caller: Caller, { id, role, claimed }: Publishing, input: AdvisoryInput): Promise<Advisory> {
  return transaction(async (db) => {
    const skill = await lockApproved(db, caller, id, role);
    requirePublic(skill);
    await requireVersions(db, id, input);
    if (role === "seller") await ratelimit.requireTaken("adviseSkill", id);
    const { fixed_in: fixedIn, ...fields } = input;
    const made = toView(await add(db, caller, skill, { kind: "vulnerability", role, fields: { ...fields, fixedIn } }));
    await keepAnswer(db, claimed, made);
    return made;
  });
}

/**
 * Yanks a version of a package: it can't be installed any more, and its holders are warned. A yanked version stays as it is.
 * Throws not_found, not_approved, forbidden while it is suspended, and invalid_request for an unknown version or a private skill.
 */
export function yank(
  caller: Caller,
  { id, claimed }: Omit<Publishing, "role">,
  { version, reason }: YankInput,
): Promise<Advisory> {
  return transaction(async (db) => {
    const skill = await lockApproved(db, caller, id, "seller");
    requirePublic(skill);
    const approved = await approvedPackage(db, id, version);
    if (!approved) throw invalid([{ param: "version", message: "isn't an approved package version of this skill" }]);
    const yanked = await yankOf(db, approved);
    const fields = { severity: "low" as const, summary: reason, details: "", action: YANK_ACTION, packageId: approved };
    const row = yanked
      ? await requireAdvisory(db, yanked.id)
      : await add(db, caller, skill, { kind: "yank", role: "seller", fields });
    await keepAnswer(db, claimed, toView(row));
    return toView(row);
  });
}

/**
 * Recalls every version of a skill as malware, in the transaction that suspends it. A recalled skill stays as it is. Throws not_found
 * for an advisory that is gone.
 */
export async function recall(db: Queryable, caller: Caller, skill: SkillRow, reason: string): Promise<void> {
  const where = { skillId: skill.id, kind: "malware", withdrawnAt: null };
  if (!(await hasApproved(db, skill.id)) || (await prisma(db).advisory.findFirst({ where }))) return;
  const fields = { severity: "critical" as const, summary: reason, details: "", action: RECALL_ACTION };
  await add(db, caller, skill, { kind: "malware", role: "marketplace", fields });
}

/** Withdraws the recall of a skill, in the transaction that ends its suspension. Throws not_found for an advisory that is gone. */
export async function withdrawRecall(db: Queryable, caller: Caller, skillId: string): Promise<void> {
  const where = { skillId, kind: "malware", withdrawnAt: null };
  const open = await prisma(db).advisory.findFirst({ where, select: { id: true } });
  if (open) await apply(db, caller, open.id, { fields: { withdrawnAt: new Date() }, isNews: true });
}

/**
 * Changes or withdraws an advisory. Holders are notified when the severity, the action or the fixed version changes, or it is withdrawn.
 * The seller changes the seller's, administrators the marketplace's; a recall ends with its suspension. Throws not_found, not_approved,
 * forbidden while the seller's skill is suspended, and invalid_request for an unknown version.
 */
export function change(
  caller: Caller,
  { id, advisory }: { id: string; advisory: string },
  { withdrawn, ...wanted }: AdvisoryChange,
  role: Role,
): Promise<Advisory> {
  return transaction(async (db) => {
    await lockApproved(db, caller, id, role);
    const before = await findAdvisory(db, advisory);
    const isTheirs = before?.skill_id === id && before.by_marketplace === (role === "marketplace");
    if (!before || !isTheirs || before.withdrawn_at || before.kind === "malware") throw notFound();
    const { fixed_in: fixedIn, ...texts } = differing(before, wanted);
    const fields = {
      ...texts,
      ...(fixedIn !== undefined && { fixedIn }),
      ...(withdrawn && { withdrawnAt: new Date() }),
    };
    if (Object.keys(fields).length === 0) return toView(before);
    if (fixedIn !== undefined) {
      if (before.kind === "yank") throw invalid([{ param: "fixed_in", message: "is for vulnerabilities only" }]);
      await requireVersions(db, id, { introduced: before.introduced, fixed_in: fixedIn });
    }
    return toView(await apply(db, caller, advisory, { fields, isNews: Object.keys(fields).some(isNews) }));
  });
}

/** The fields of a change that an advisory does not have already. */
function differing(before: AdvisoryRow, wanted: Omit<AdvisoryChange, "withdrawn">): typeof wanted {
  const all = Object.entries(wanted) as [keyof typeof wanted, unknown][];
  return Object.fromEntries(all.filter(([name, value]) => value !== undefined && value !== before[name]));
}

/** Whether holders should act on a change of this field. */
const isNews = (field: string) => ["severity", "action", "fixedIn", "withdrawnAt"].includes(field);

/** Gives the open advisories of a skill a new place in the feed, in the transaction that approves a version that they may be about. */
export async function followApproval(db: Queryable, skillId: string): Promise<void> {
  const open = await prisma(db).advisory.findMany({
    where: { skillId, withdrawnAt: null },
    select: { id: true },
    orderBy: { number: "asc" },
  });
  for (const { id } of open)
    await prisma(db).advisory.update({
      where: { id },
      data: { sequence: await nextSequence(db), modifiedAt: new Date() },
    });
}

type Fields = {
  severity: AdvisorySeverity;
  summary: string;
  details: string;
  action: string;
  introduced?: number;
  fixedIn?: number | null;
  packageId?: string;
};

async function add(
  db: Queryable,
  caller: Caller,
  { id: skillId, owner_id: ownerId }: SkillRow,
  { kind, role, fields }: { kind: AdvisoryKind; role: Role; fields: Fields },
): Promise<AdvisoryRow> {
  const id = newId();
  const sequence = await nextSequence(db);
  const newest = await prisma(db).advisory.aggregate({ _max: { number: true } });
  await prisma(db).advisory.create({
    data: {
      id,
      number: (newest._max.number ?? 0) + 1,
      sequence,
      skillId,
      kind,
      byMarketplace: role === "marketplace",
      ...fields,
    },
  });
  const row = await requireAdvisory(db, id);
  await announce(db, row, ownerId);
  await write(db, caller, row, `skill.${kind === "yank" ? "yank" : kind === "malware" ? "recall" : "advisory"}`);
  return row;
}

async function apply(
  db: Queryable,
  caller: Caller,
  id: string,
  { fields, isNews }: { fields: object; isNews: boolean },
): Promise<AdvisoryRow> {
  const data = { ...fields, sequence: await nextSequence(db), modifiedAt: new Date() };
  const { skill } = await prisma(db).advisory.update({
    where: { id },
    data,
    select: { skill: { select: { ownerId: true } } },
  });
  const row = await requireAdvisory(db, id);
  if (isNews) await announce(db, row, skill.ownerId);
  await write(db, caller, row, row.withdrawn_at ? "skill.advisory.withdraw" : "skill.advisory.change");
  return row;
}

const write = (db: Queryable, caller: Caller, row: AdvisoryRow, action: string) =>
  audit.write(
    db,
    caller.accountId,
    action,
    { type: "skill", id: row.skill_id },
    {
      ...(!isPrivateSlug(row.slug) && { slug: row.slug }),
      advisory: nameOf(row),
      reason: row.summary,
    },
  );

/** The next place in the feed. Under a lock until the commit: a lower number can't be committed after it. */
async function nextSequence(db: Queryable): Promise<bigint> {
  await lockName(db, "advisories");
  const newest = await prisma(db).advisory.aggregate({ _max: { sequence: true } });
  return (newest._max.sequence ?? 0n) + 1n;
}

async function requireAdvisory(db: Queryable, id: string): Promise<AdvisoryRow> {
  const row = await findAdvisory(db, id);
  if (!row) throw notFound();
  return row;
}

/** Locks a skill that was approved once. Throws not_found, not_approved, and forbidden for a seller whose skill is suspended. */
async function lockApproved(db: Queryable, caller: Caller, id: string, role: Role): Promise<SkillRow> {
  const skill = await lockSkill(db, id, role === "seller" ? caller.accountId : "public");
  if (!skill) throw notFound();
  if (!(await hasApproved(db, id))) throw new AppError("not_approved", "No version of this skill was approved yet.");
  if (role === "seller" && skill.suspended_at)
    throw new AppError("forbidden", "This skill is suspended: only the marketplace publishes advisories about it.");
  return skill;
}

/** Whether a version was approved, also if its seller has closed the account since. */
const hasApproved = async (db: Queryable, skillId: string) =>
  (await prisma(db).skillRevision.count({ where: { skillId, status: "approved" } })) > 0;

function requirePublic({ visibility }: SkillRow): void {
  if (visibility !== "public") throw invalid([{ param: "id", message: "is a private skill; advisories are public" }]);
}

async function requireVersions(
  db: Queryable,
  skillId: string,
  { introduced, fixed_in }: { introduced: number; fixed_in: number | null },
): Promise<void> {
  const approvedAmong = (number: object | number) =>
    prisma(db).skillRevision.count({ where: { skillId, status: "approved", number } });
  const refused = (param: "introduced" | "fixed_in", message: string) => invalid([{ param, message }]);
  if (fixed_in !== null && fixed_in <= introduced)
    throw refused("fixed_in", "must come after the first version that has it");
  if (fixed_in !== null && (await approvedAmong(fixed_in)) === 0)
    throw refused("fixed_in", "isn't an approved version. Set it once the fix is approved");
  if ((await approvedAmong({ gte: introduced, ...(fixed_in !== null && { lt: fixed_in }) })) === 0)
    throw refused(fixed_in === null ? "introduced" : "fixed_in", "leaves no approved version that has it");
}

/** The yank of a package that is in force. */
const yankOf = (db: Queryable, packageId: string) =>
  prisma(db).advisory.findFirst({ where: { kind: "yank", packageId, withdrawnAt: null }, select: { id: true } });

async function approvedPackage(db: Queryable, skillId: string, version: string): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    "advisories.package",
    `SELECT p.id FROM skill_package p WHERE p.skill_id = $1 AND p.version = $2
       AND EXISTS (SELECT FROM skill_revision r WHERE r.package_id = p.id AND r.status = 'approved')`,
    [skillId, version],
    db,
  );
  return row?.id ?? null;
}
