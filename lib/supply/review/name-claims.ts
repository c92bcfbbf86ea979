/**
 * Claims of slugs and handles that another account has. Invariants: nothing changes hands before its holder was notified and could
 * appeal; an appeal is decided by another administrator while there is one; each claim is decided at most twice.
 */
import { giveHandle, requireFree } from "@/lib/identity/accounts/handles";
import { requireSession } from "@/lib/identity/accounts/sessions";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import type { NameClaim as Row } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { MAX_TOTAL, type PageRequest, toPage } from "@/lib/platform/core/page";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { notify, notifyAdministrators, notifyAll } from "@/lib/platform/notifications/service";
import * as listings from "@/lib/supply/catalog/listings";
import { followersOf } from "@/lib/supply/publishing/prices";
import {
  APPEAL_DAYS,
  countByState,
  DECIDED_DAYS,
  inDays,
  mayAppeal,
  toJudged,
  toViews,
} from "@/lib/supply/review/name-claim-rows";
import type {
  JudgedNameClaim,
  NameClaim,
  NameClaimAppeal,
  NameClaimDecision,
  NameClaimInput,
  NameClaimQuery,
} from "@/lib/supply/review/name-claim-schemas";
import { namesOf } from "@/lib/supply/skills/names";

const BATCH = 100;
const SUFFIX_CHARS = 4;
const NEWEST_FIRST = [{ createdAt: "desc" as const }, { id: "desc" as const }];
const WAITING = ["open", "granted", "appealed"];

/**
 * Claims a name for the caller; its holder and administrators are notified. Throws session_required, and invalid_request for a name
 * that is free, the caller's or claimed by the caller already, and for a slug without a skill that can get it.
 */
export async function file(caller: Caller, input: NameClaimInput): Promise<NameClaim> {
  requireSession(caller);
  const { kind, name, evidence, domain = null } = input;
  if (kind === "handle") requireFree(name);
  return transaction(async (db) => {
    await lockName(db, `claim:${kind}:${name}`);
    const holderId = await holderOf(db, input);
    if (holderId === null) throw invalid([{ param: "name", message: "is free: you can take it without a claim" }]);
    if (holderId === caller.accountId) throw invalid([{ param: "name", message: "is yours already" }]);
    const same = { claimantId: caller.accountId, kind, name, state: { in: WAITING } };
    if (await prisma(db).nameClaim.count({ where: same }))
      throw invalid([{ param: "name", message: "you have claimed it already; we are looking at it" }]);
    const skillId = kind === "slug" ? await requireRecipient(db, caller, input.skill_id) : null;
    const row = await prisma(db).nameClaim.create({
      data: {
        id: newId(),
        claimantId: caller.accountId,
        kind,
        name,
        skillId,
        domain,
        evidence,
        holderId,
        dueAt: inDays(DECIDED_DAYS),
      },
    });
    await note(db, caller, row, "file");
    const data = { claimed: name, by: caller.name };
    await notify(db, holderId, row.id, { kind: "name_claimed", data: { ...data, days: DECIDED_DAYS } });
    await notifyAdministrators(db, row.id, { kind: "name_claim_filed", data });
    return one(row, caller.accountId);
  });
}

/** The account that has a name now. A handle that somebody gave up lately is nobody's. */
async function holderOf(db: Queryable, { kind, name }: Pick<Row, "name"> & { kind: string }): Promise<string | null> {
  if (kind === "slug") {
    const skill = await prisma(db).skill.findUnique({ where: { slug: name }, select: { ownerId: true } });
    return skill?.ownerId ?? null;
  }
  const account = await prisma(db).account.findUnique({ where: { handle: name }, select: { id: true } });
  return account?.id ?? null;
}

async function requireRecipient(db: Queryable, { accountId }: Caller, skillId: string | undefined): Promise<string> {
  const where = { id: skillId, ownerId: accountId, visibility: "public", liveRevisionId: null };
  const skill = skillId === undefined ? null : await prisma(db).skill.findFirst({ where, select: { id: true } });
  if (!skill) throw invalid([{ param: "skill_id", message: "must be a skill of yours that was never approved" }]);
  return skill.id;
}

async function one(row: Row, accountId: string): Promise<NameClaim> {
  const [view] = await toViews([row], accountId);
  if (!view) throw new Error("every claim can be shown");
  return view;
}

/** The claims that the caller made, and those about the caller's names, newest first. */
export async function list({ accountId }: Pick<Caller, "accountId">, { limit, offset }: PageRequest) {
  const where = { OR: [{ claimantId: accountId }, { holderId: accountId }] };
  const [rows, count] = await Promise.all([
    prisma().nameClaim.findMany({ where, orderBy: NEWEST_FIRST, take: limit, skip: offset }),
    prisma().nameClaim.count({ where, orderBy: NEWEST_FIRST, take: MAX_TOTAL + 1 }),
  ]);
  return toPage(await toViews(rows, accountId), count, { limit, offset });
}

/** All claims: those that wait for a decision by when they are due, others newest first. */
export async function listAll({ state, limit, offset }: NameClaimQuery) {
  const where = state === undefined ? {} : { state };
  const isQueue = state === "open" || state === "appealed";
  const orderBy = isQueue ? [{ dueAt: "asc" as const }, { id: "asc" as const }] : NEWEST_FIRST;
  const [rows, count, counts] = await Promise.all([
    prisma().nameClaim.findMany({ where, orderBy, take: limit, skip: offset }),
    prisma().nameClaim.count({ where, orderBy, take: MAX_TOTAL + 1 }),
    countByState(),
  ]);
  return { ...toPage(await toJudged(rows), count, { limit, offset }), counts };
}

/**
 * Appeals against a decision, once: the holder before the name is given, the claimant within 14 days. Throws session_required,
 * not_found, and already_decided when there is nothing to appeal.
 */
export async function appeal(caller: Caller, id: string, { text }: NameClaimAppeal): Promise<NameClaim> {
  requireSession(caller);
  return transaction(async (db) => {
    const row = await lock(db, id);
    if (row.claimantId !== caller.accountId && row.holderId !== caller.accountId) throw notFound();
    if (!mayAppeal(row, caller.accountId)) throw decided(row);
    const changed = await prisma(db).nameClaim.update({
      where: { id },
      data: { state: "appealed", appeal: text, appealedBy: caller.accountId, dueAt: inDays(DECIDED_DAYS) },
    });
    await note(db, caller, row, "appeal");
    await notifyAdministrators(db, `${id}:appeal`, {
      kind: "name_claim_filed",
      data: { claimed: row.name, by: caller.name },
    });
    return one(changed, caller.accountId);
  });
}

/**
 * Decides a claim or an appeal. Throws not_found, already_decided, forbidden for the caller's own matter and for an appeal
 * against the caller's decision while there is another administrator, and invalid_request when the name can't be given any more.
 */
export async function decide(caller: Caller, id: string, decision: NameClaimDecision): Promise<JudgedNameClaim> {
  return transaction(async (db) => {
    const row = await lock(db, id);
    if (row.state !== "open" && row.state !== "appealed") throw decided(row);
    if (row.claimantId === caller.accountId || row.holderId === caller.accountId)
      throw new AppError("forbidden", "This is about a name of yours, so another administrator decides.");
    if (row.state === "appealed") await requireOther(db, caller, row);
    const isGiven = decision.action === "give";
    const isLast = row.state === "appealed";
    if (isGiven && isLast && !(await give(db, row)))
      throw invalid([{ param: "action", message: "the name or the skill that was to get it has changed" }]);
    const state = isGiven ? (isLast ? "given" : "granted") : "declined";
    const changed = await prisma(db).nameClaim.update({
      where: { id },
      data: {
        state,
        reason: decision.reason,
        decidedBy: caller.accountId,
        decidedAt: new Date(),
        dueAt: state === "granted" ? inDays(APPEAL_DAYS.granted) : row.dueAt,
      },
    });
    await note(db, caller, row, decision.action, decision.reason);
    await notifySides(db, changed);
    const [judged] = await toJudged([changed], db);
    if (!judged) throw notFound();
    return judged;
  });
}

/** Gives the names whose holders did not appeal in time. Returns how many. */
export async function giveDue(): Promise<number> {
  const where = { state: "granted", dueAt: { lte: new Date() } };
  const due = await prisma().nameClaim.findMany({
    where,
    take: BATCH,
    orderBy: { dueAt: "asc" },
    select: { id: true },
  });
  const given = await forEachIsolated("give-names", due, ({ id }) => id, giveOne);
  return given.filter(Boolean).length;
}

async function giveOne({ id }: { id: string }): Promise<boolean> {
  return transaction(async (db) => {
    const row = await lock(db, id);
    if (row.state !== "granted" || row.dueAt > new Date()) return false;
    const isGiven = await give(db, row);
    const reason = isGiven ? row.reason : "The name, or the skill that was to get it, has changed since.";
    const changed = await prisma(db).nameClaim.update({
      where: { id },
      data: { state: isGiven ? "given" : "declined", reason },
    });
    await audit.write(db, null, `name.${isGiven ? "given" : "lapsed"}`, subjectOf(row), { name: row.name });
    await notifySides(db, changed);
    return isGiven;
  });
}

/** Moves the name, and gives its holder another one. False when the holder or the claimant's skill is not as it was. */
async function give(db: Queryable, row: Row): Promise<boolean> {
  const { kind, name, holderId, claimantId, skillId } = row;
  const claimant = await prisma(db).account.findFirst({ where: { id: claimantId, closedAt: null, suspendedAt: null } });
  if (!claimant || (await holderOf(db, row)) !== holderId) return false;
  const instead = `${name.slice(0, 55).replace(/-$/, "")}-${newId().slice(-SUFFIX_CHARS)}`;
  if (kind === "handle") {
    await giveHandle(db, { from: holderId, to: claimantId, handle: name, instead });
    for (const id of [holderId, claimantId].toSorted()) await listings.followDeveloper(db, id);
    return true;
  }
  const [moved] = await query<{ given: boolean }>(
    "names.give",
    "SELECT skill_slug_give($1, $2, $3, $4) AS given",
    [name, holderId, skillId, instead],
    db,
  );
  if (!moved?.given) return false;
  const skill = await prisma(db).skill.findUniqueOrThrow({ where: { slug: instead }, select: { id: true } });
  const users = await followersOf(db, { id: skill.id, owner_id: holderId });
  const known = (await namesOf([skill.id])).get(skill.id);
  await notifyAll(db, users, row.id, {
    kind: "slug_moved",
    data: { skill: known?.name ?? "", slug: instead, former: name },
  });
  return true;
}

/** An appeal goes to another administrator than the first decision's, as long as there is one. Throws forbidden. */
async function requireOther(db: Queryable, caller: Caller, row: Row): Promise<void> {
  if (row.decidedBy !== caller.accountId) return;
  const where = { role: "admin", suspendedAt: null, closedAt: null, id: { not: caller.accountId } };
  if ((await prisma(db).account.count({ where })) > 0)
    throw new AppError("forbidden", "You decided this claim, so another administrator decides its appeal.");
}

/** Notifies both sides of a decision. */
async function notifySides(db: Queryable, row: Row): Promise<void> {
  const claimant = await prisma(db).account.findUnique({ where: { id: row.claimantId }, select: { name: true } });
  const isOpen = row.appeal === null;
  const outcomes: Record<string, string> = { granted: "was accepted", given: "took effect", declined: "was declined" };
  const next: Record<string, [holder: string, claimant: string]> = {
    granted: [
      `You can appeal within ${APPEAL_DAYS.granted} days. Then the name is theirs, and you get another one.`,
      `The name is yours in ${APPEAL_DAYS.granted} days, unless the one who has it appeals.`,
    ],
    declined: ["", isOpen ? `You can appeal within ${APPEAL_DAYS.declined} days.` : ""],
  };
  const [toHolder, toClaimant] = next[row.state] ?? ["", ""];
  const data = {
    claimed: row.name,
    by: claimant?.name ?? "",
    outcome: outcomes[row.state] ?? "",
    reason: row.reason ?? "",
  };
  const subject = `${row.id}:${row.state}:${isOpen ? 1 : 2}`;
  await notify(db, row.holderId, subject, { kind: "name_claim_decided", data: { ...data, next: toHolder } });
  await notify(db, row.claimantId, subject, { kind: "name_claim_decided", data: { ...data, next: toClaimant } });
}

const subjectOf = ({ id }: Row) => ({ type: "name_claim", id });

async function note(db: Queryable, caller: Caller, row: Row, action: string, reason?: string): Promise<void> {
  const { kind, name, claimantId, holderId } = row;
  const details = { kind, name, claimant: claimantId, holder: holderId, ...(reason !== undefined && { reason }) };
  await audit.writeFor(db, caller, { action: `name.${action}`, subject: subjectOf(row), details });
}

async function lock(db: Queryable, id: string): Promise<Row> {
  await query("names.lock", "SELECT id FROM name_claim WHERE id = $1 FOR UPDATE", [id], db);
  const row = await prisma(db).nameClaim.findUnique({ where: { id } });
  if (!row) throw notFound();
  return row;
}

const decided = ({ state }: Row) =>
  new AppError("already_decided", `This claim can't be changed now: it is ${state}.`, {
    details: { state, decided_by: null },
  });
