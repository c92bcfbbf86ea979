/**
 * Claims of slugs and handles that another account has. Invariants: nothing changes hands before its holder was notified and could
 * appeal; an appeal is decided by another administrator while there is one; each side appeals at most once. These notices name no
 * account: what its name is stays in no table when it is closed.
 */
import { requireFree } from "@/lib/identity/accounts/handles";
import { requireSession } from "@/lib/identity/accounts/sessions";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import type { NameClaim as Row } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { MAX_TOTAL, type PageRequest, toPage } from "@/lib/platform/core/page";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import { notify, notifyAdministrators } from "@/lib/platform/notifications/service";
import { findHeld, give, holderNow, requireOther } from "@/lib/supply/review/name-claim-holders";
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

const BATCH = 100;
/** Days after a refusal in which the claimant can't claim the name again. */
const REFUSED_DAYS = 30;
/** Days after which a decided claim is deleted; the audit log has it for good. */
const RETAINED_DAYS = 400;
const NEWEST_FIRST = [{ createdAt: "desc" as const }, { id: "desc" as const }];
const WAITING = ["open", "granted", "appealed"];

/**
 * Claims a name for the caller; its holder and administrators are notified. Throws session_required, forbidden without a verified
 * email, and invalid_request for a name that is free, the caller's, claimed by the caller already or refused lately, and for a slug
 * without a skill that can get it.
 */
export async function file(caller: Caller, input: NameClaimInput): Promise<NameClaim> {
  const { emailVerified } = requireSession(caller);
  if (!emailVerified) throw new AppError("forbidden", "Verify your email first: open the link that we mailed you.");
  const { kind, name, evidence, domain = null } = input;
  if (kind === "handle") requireFree(name);
  return transaction(async (db) => {
    await lockName(db, `claim:${kind}:${name}`);
    const held = await findHeld(db, input);
    if (!held) throw invalid([{ param: "name", message: "is free: you can take it without a claim" }]);
    if (held.holderId === caller.accountId) throw invalid([{ param: "name", message: "is yours already" }]);
    await requireNew(db, caller, { kind, name });
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
        holderId: held.holderId,
        heldSkillId: held.skillId,
        dueAt: inDays(DECIDED_DAYS),
      },
    });
    await note(db, caller, row, { action: "file" });
    await notify(db, held.holderId, row.id, { kind: "name_claimed", data: { claimed: name, days: DECIDED_DAYS } });
    await notifyAdministrators(db, row.id, { kind: "name_claim_filed", data: { claimed: name } });
    return one(row, caller.accountId);
  });
}

/** A claimant waits for one decision a name, and after a refusal appeals or waits. Throws invalid_request. */
async function requireNew(db: Queryable, caller: Caller, { kind, name }: { kind: string; name: string }) {
  const same = { claimantId: caller.accountId, kind, name };
  const { nameClaim } = prisma(db);
  if (await nameClaim.count({ where: { ...same, state: { in: WAITING } } }))
    throw invalid([{ param: "name", message: "you have claimed it already; we are looking at it" }]);
  const refused = { ...same, state: "declined", decidedBy: { not: null }, decidedAt: { gt: daysAgo(REFUSED_DAYS) } };
  if (await nameClaim.count({ where: refused }))
    throw invalid([
      { param: "name", message: `your claim of it was declined; you can claim it again after ${REFUSED_DAYS} days` },
    ]);
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
 * Appeals against a decision, once: the holder before the name is given, the claimant within 14 days. The other side and
 * administrators are notified. Throws session_required, not_found, and already_decided when there is nothing to appeal.
 */
export async function appeal(caller: Caller, id: string, { text }: NameClaimAppeal): Promise<NameClaim> {
  requireSession(caller);
  return transaction(async (db) => {
    const row = await lock(db, id);
    if (row.claimantId !== caller.accountId && row.holderId !== caller.accountId) throw notFound();
    if (!mayAppeal(row, caller.accountId)) throw decided(row);
    const changed = await prisma(db).nameClaim.update({
      where: { id },
      data: {
        state: "appealed",
        appeal: text,
        ...(row.claimantId === caller.accountId && { claimantAppeal: text }),
        appealedBy: caller.accountId,
        holderId: row.holderId,
        dueAt: inDays(DECIDED_DAYS),
      },
    });
    await note(db, caller, row, { action: "appeal" });
    const isHolder = row.holderId === caller.accountId;
    const subject = `${id}:appeal:${isHolder ? "holder" : "claimant"}`;
    const data = { claimed: row.name, days: DECIDED_DAYS };
    await notify(db, isHolder ? row.claimantId : row.holderId, subject, { kind: "name_claim_appealed", data });
    await notifyAdministrators(db, subject, { kind: "name_claim_filed", data: { claimed: row.name } });
    return one(changed, caller.accountId);
  });
}

/**
 * Decides a claim or an appeal. A name is given at once only when its holder has appealed: before, the holder can for 7 days. Throws
 * not_found, already_decided, forbidden for the caller's own matter and for an appeal against the caller's decision while there is
 * another administrator, and invalid_request when the name can't be given any more.
 */
export async function decide(caller: Caller, id: string, decision: NameClaimDecision): Promise<JudgedNameClaim> {
  return transaction(async (db) => {
    const row = await lock(db, id);
    if (row.state !== "open" && row.state !== "appealed") throw decided(row);
    const marks = await requireOther(db, caller, row);
    const isGiven = decision.action === "give";
    const isLast = row.state === "appealed" && row.appealedBy === row.holderId;
    if (isGiven && isLast && !(await give(db, row)))
      throw invalid([{ param: "action", message: "the name or the skill that was to get it has changed" }]);
    const state = isGiven ? (isLast ? "given" : "granted") : "declined";
    const changed = await prisma(db).nameClaim.update({
      where: { id },
      data: {
        state,
        holderId: row.holderId,
        reason: decision.reason,
        decidedBy: caller.accountId,
        decidedAt: new Date(),
        dueAt: state === "granted" ? inDays(APPEAL_DAYS.granted) : row.dueAt,
      },
    });
    await note(db, caller, row, { action: decision.action, reason: decision.reason, ...marks });
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
    // A claim that lapses was refused by no administrator.
    const lapsed = {
      state: "declined",
      reason: "The name, or the skill that was to get it, has changed since.",
      decidedBy: null,
    };
    const changed = await prisma(db).nameClaim.update({ where: { id }, data: isGiven ? { state: "given" } : lapsed });
    await audit.write(db, null, `name.${isGiven ? "given" : "lapsed"}`, subjectOf(row), { name: row.name });
    await notifySides(db, changed);
    return isGiven;
  });
}

/** Notifies both sides of a decision. */
async function notifySides(db: Queryable, row: Row): Promise<void> {
  const isOpen = row.appealedBy === null && row.decidedBy !== null;
  const outcomes: Record<string, string> = { granted: "was accepted", given: "took effect", declined: "was declined" };
  const next: Record<string, [holder: string, claimant: string]> = {
    granted: [
      `You can appeal within ${APPEAL_DAYS.granted} days. Then the name is theirs, and you get another one.`,
      `The name is yours in ${APPEAL_DAYS.granted} days, unless the current holder appeals.`,
    ],
    declined: ["", isOpen ? `You can appeal within ${APPEAL_DAYS.declined} days.` : ""],
  };
  const [toHolder, toClaimant] = next[row.state] ?? ["", ""];
  const data = {
    claimed: row.name,
    outcome: outcomes[row.state] ?? "",
    reason: row.reason ?? "",
  };
  const subject = `${row.id}:${row.state}:${isOpen ? 1 : 2}`;
  await notify(db, row.holderId, subject, { kind: "name_claim_decided", data: { ...data, next: toHolder } });
  await notify(db, row.claimantId, subject, { kind: "name_claim_decided", data: { ...data, next: toClaimant } });
}

/** Deletes claims that were decided long ago. Returns how many. */
export function expireNameClaims(): Promise<number> {
  const where = { state: { in: ["given", "declined"] }, decidedAt: { lt: daysAgo(RETAINED_DAYS) } };
  return prune((limit) => prisma().nameClaim.deleteMany({ where, limit }));
}

const subjectOf = ({ id }: Row) => ({ type: "name_claim", id });

type Step = { action: string; reason?: string; own?: true };

async function note(db: Queryable, caller: Caller, row: Row, { action, ...more }: Step): Promise<void> {
  const { kind, name, claimantId, holderId } = row;
  const details = { kind, name, claimant: claimantId, holder: holderId, ...more };
  await audit.writeFor(db, caller, { action: `name.${action}`, subject: subjectOf(row), details });
}

/** Locks a claim and reads it, with who has the name now: a skill may have got another owner. */
async function lock(db: Queryable, id: string): Promise<Row> {
  await query("names.lock", "SELECT id FROM name_claim WHERE id = $1 FOR UPDATE", [id], db);
  const row = await prisma(db).nameClaim.findUnique({ where: { id } });
  if (!row) throw notFound();
  return { ...row, holderId: (await holderNow(db, row)) ?? row.holderId };
}

const decided = ({ state }: Row) =>
  new AppError("already_decided", `This claim can't be changed now: it is ${state}.`, {
    details: { state, decided_by: null },
  });
