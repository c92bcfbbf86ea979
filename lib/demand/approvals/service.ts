/**
 * Approvals: charges of a key above a threshold, which a person decides on. Invariants: only a signed-in session decides, once; an
 * approval is for one account, key, version of a skill, price and request, or up to an amount for that version; what it covers is
 * charged at most once, in the charge's own statement (prisma/sql/approvals).
 */
import type { ApprovalDecision, ApprovalQuery } from "@/lib/demand/approvals/schemas";
import { type ApprovalRow, toApprovals, urlOf } from "@/lib/demand/approvals/views";
import { requireSession } from "@/lib/identity/accounts/sessions";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { isUuid, newId } from "@/lib/platform/core/ids";
import { lockWallet } from "@/lib/platform/core/locks";
import { formatCredits, inDollars, type Micros, priceToMicros, toCredits } from "@/lib/platform/core/money";
import { NEWEST_FIRST, toPage } from "@/lib/platform/core/page";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import { notify } from "@/lib/platform/notifications/service";
import { fingerprintOf } from "@/lib/platform/ratelimit/idempotency";
import { namesOf } from "@/lib/supply/skills/names";

const HOURS = 24;
const HOUR_MS = 60 * 60 * 1000;
/** Most requests of an account that wait. */
const MAX_PENDING = 100;
const MAX_PARAMETERS_CHARS = 2_000;
const STORED_DAYS = 90;

/** What a charge above a threshold is for. `parameters` are all that the request asks of the skill. */
export type Charge = {
  kind: "execute" | "download" | "purchase";
  skillId: string;
  version: number;
  parameters: unknown;
};

/** What an approval is bound to, besides key, skill, version and price. */
export const digestOf = ({ kind, parameters }: Pick<Charge, "kind" | "parameters">) =>
  fingerprintOf([kind, parameters ?? null]);

/** The approval that a request names, and the digest of the request, for the charge's statement; nulls when it names none. */
export function namedBy({ approval }: Pick<Caller, "approval">, charge: Pick<Charge, "kind" | "parameters">) {
  const isNamed = typeof approval === "string" && isUuid(approval);
  return { approval: isNamed ? approval : null, digest: isNamed ? digestOf(charge) : null };
}

/**
 * The error of a charge above a threshold: 402 `approval_required` with the approval that it needs, whose owner is notified of it once,
 * or 403 `approval_refused` when this very request was refused.
 */
export async function approvalRequired(
  caller: Pick<Caller, "accountId" | "personId" | "organization" | "key">,
  charge: Charge,
  price: Micros,
  threshold: Micros,
): Promise<AppError> {
  const { accountId, key } = caller;
  if (!key) throw new Error("a charge without a key needs no approval");
  const same = {
    accountId,
    keyId: key.id,
    skillId: charge.skillId,
    skillVersion: charge.version,
    priceMicros: price,
    digest: new Uint8Array(digestOf(charge)),
  };
  const row = await transaction(async (db) => {
    await lockName(db, `approvals:${accountId}`);
    await prisma(db).approval.deleteMany({ where: { ...same, state: "pending", expiresAt: { lte: new Date() } } });
    const former = await prisma(db).approval.findFirst({
      where: { ...same, state: { in: ["pending", "refused"] }, expiresAt: { gt: new Date() } },
      orderBy: NEWEST_FIRST,
    });
    if (former) return former;
    const asked = await ask(db, { ...same, kind: charge.kind }, charge.parameters);
    if (caller.organization)
      await audit.writeFor(db, caller, {
        action: "approval.request",
        subject: { type: "approval", id: asked.id },
        details: { key: key.prefix, price: toCredits(price) },
      });
    return asked;
  });
  if (row.state === "refused") return refused(row);
  const shown = { id: row.id, url: urlOf(row.id), expires_at: row.expiresAt.toISOString() };
  return new AppError(
    "approval_required",
    `This costs ${inDollars(price)}, above the ${inDollars(threshold)} that this key may charge without an approval. Ask the user to decide at ${shown.url}, then repeat the request with the header Approval: ${row.id}`,
    { details: { price: toCredits(price), ask_above: toCredits(threshold), approval: shown } },
  );
}

function refused({ id, reason }: { id: string; reason: string | null }): AppError {
  const why = reason ? `: ${reason}` : ".";
  return new AppError("approval_refused", `The user refused this charge${why}`, {
    details: { approval: { id, url: urlOf(id) }, reason },
  });
}

type New = Pick<ApprovalRow, "accountId" | "keyId" | "skillId" | "skillVersion" | "priceMicros" | "kind"> & {
  digest: Uint8Array<ArrayBuffer>;
};

async function ask(db: Queryable, asked: New, parameters: unknown): Promise<ApprovalRow> {
  const waiting = { accountId: asked.accountId, state: "pending", expiresAt: { gt: new Date() } };
  if ((await prisma(db).approval.count({ where: waiting })) >= MAX_PENDING)
    throw new AppError(
      "rate_limited",
      `${MAX_PENDING} requests wait for an approval. Ask the user to decide on them.`,
      {
        retryAfterSeconds: HOUR_MS / 1000,
      },
    );
  const text = parameters === undefined ? null : JSON.stringify(parameters).slice(0, MAX_PARAMETERS_CHARS);
  const row = await prisma(db).approval.create({
    data: { id: newId(), ...asked, parameters: text, expiresAt: new Date(Date.now() + HOURS * HOUR_MS) },
  });
  const [key, skills] = await Promise.all([
    prisma(db).apiKey.findUniqueOrThrow({ where: { id: row.keyId }, select: { name: true, prefix: true } }),
    namesOf([row.skillId]),
  ]);
  await notify(db, row.accountId, row.id, {
    kind: "approval_requested",
    data: {
      id: row.id,
      key: key.name ?? key.prefix,
      skill: skills.get(row.skillId)?.name ?? "",
      slug: skills.get(row.skillId)?.slug ?? "",
      credits: formatCredits(row.priceMicros),
    },
  });
  return row;
}

/** What a caller may see: a person all of the account's, a key its own. */
const seenBy = ({ accountId, key }: Pick<Caller, "accountId" | "key">) => ({
  accountId,
  ...(key && { keyId: key.id }),
});

/** The caller's approvals, newest first: a key's own, or all of the account for a person. */
export async function list(caller: Caller, { limit, offset, pending }: ApprovalQuery) {
  const where = {
    ...seenBy(caller),
    ...(pending === "true" && { state: "pending", expiresAt: { gt: new Date() } }),
  };
  const [rows, count] = await Promise.all([
    prisma().approval.findMany({ where, orderBy: NEWEST_FIRST, take: limit, skip: offset }),
    prisma().approval.count({ where }),
  ]);
  return toPage(await toApprovals(rows), count, { limit, offset });
}

/** One of the caller's approvals. Throws not_found for another's. */
export async function get(caller: Caller, id: string) {
  const row = isUuid(id) ? await prisma().approval.findFirst({ where: { id, ...seenBy(caller) } }) : null;
  const [view] = row ? await toApprovals([row]) : [];
  if (!view) throw notFound();
  return view;
}

type Decided = { state: string; scope: string | null; left: Micros; reason: string | null };

function outcomeOf(decision: ApprovalDecision, price: Micros): Decided {
  if (decision.decision === "refuse") return { state: "refused", scope: null, left: 0n, reason: decision.reason };
  if (decision.decision === "approve") return { state: "approved", scope: "once", left: price, reason: null };
  return { state: "approved", scope: "skill", left: priceToMicros(decision.amount), reason: null };
}

/**
 * Decides on a request of the caller's account; what is approved can still be refused, for whatever was not charged yet. Throws
 * session_required for keys and connected programs, not_found for another's, and already_decided for one that was decided or has
 * expired.
 */
export async function decide(caller: Caller, id: string, decision: ApprovalDecision) {
  requireSession(caller);
  await transaction(async (db) => {
    // Charges under it see it as it was, or as it is.
    await lockWallet(db, caller.accountId);
    const row = await prisma(db).approval.findFirst({ where: { id, accountId: caller.accountId } });
    if (!row) throw notFound();
    const { state, scope, left, reason } = outcomeOf(decision, row.priceMicros);
    const isOpen = row.state === "pending" || (row.state === "approved" && state === "refused");
    if (!isOpen || row.expiresAt <= new Date()) throw alreadyDecided(row);
    await prisma(db).approval.update({
      where: { id },
      data: {
        state,
        scope,
        leftMicros: left,
        reason,
        decidedBy: caller.personId,
        decidedAt: new Date(),
        expiresAt: new Date(Date.now() + HOURS * HOUR_MS),
      },
    });
    await audit.writeFor(db, caller, {
      action: "approval.decide",
      subject: { type: "approval", id },
      details: { state, scope },
    });
    await query(
      "approvals.emit",
      "SELECT webhook_emit($1, 'approval.decided', $2)",
      [caller.accountId, JSON.stringify({ approval_id: id, state, reason })],
      db,
    );
  });
  return get(caller, id);
}

function alreadyDecided({ state, expiresAt }: ApprovalRow): AppError {
  const isOver = state === "pending" && expiresAt <= new Date();
  const shown = isOver ? "expired" : state;
  return new AppError("already_decided", `This request can't be decided any more: ${shown}.`, {
    details: { state: shown, decided_by: null },
  });
}

/** Deletes the parameters of requests that are over, and old approvals. Returns how many approvals were deleted. */
export async function expireApprovals(): Promise<number> {
  await prisma().approval.updateMany({
    where: { expiresAt: { lt: new Date() }, parameters: { not: null } },
    data: { parameters: null },
  });
  const createdAt = { lt: daysAgo(STORED_DAYS) };
  return prune((limit) => prisma().approval.deleteMany({ where: { createdAt }, limit }));
}
