/**
 * Transfers of skills between a person and an organization. Invariants: both sides confirm, each in a session; purchases stay as they
 * are, what was sold stays the former owner's sale, and the next sale or renewal is the new owner's (prisma/sql/skills).
 */
import { requireUnclaimed } from "@/lib/identity/accounts/claimed-names";
import { requireSession } from "@/lib/identity/accounts/sessions";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import { wholeList } from "@/lib/platform/core/page";
import { notify } from "@/lib/platform/notifications/service";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as publisherNames from "@/lib/supply/publishing/publisher-names";
import { lockSkill } from "@/lib/supply/publishing/rows";
import type { SkillTransfer, SkillTransferInput } from "@/lib/supply/publishing/transfer-schemas";
import { namesOf } from "@/lib/supply/skills/names";

const OFFERED_DAYS = 7;
const DAY_MS = 86_400_000;
const MAX_LISTED = 100;
const MOVED = { param: "id", done: "transferred" };

/** The transfers that wait for the caller, or that the caller offers, newest first. */
export async function list({ accountId }: Pick<Caller, "accountId">) {
  const rows = await prisma().skillTransfer.findMany({
    where: { OR: [{ fromId: accountId }, { toId: accountId }], expiresAt: { gt: new Date() } },
    orderBy: { createdAt: "desc" },
    take: MAX_LISTED,
  });
  const [names, parties] = await Promise.all([
    namesOf(rows.map(({ skillId }) => skillId)),
    prisma().account.findMany({
      where: { id: { in: rows.flatMap(({ fromId, toId }) => [fromId, toId]) } },
      select: { id: true, handle: true, name: true },
    }),
  ]);
  const partyOf = (id: string) => {
    const { handle = "", name = "" } = parties.find((party) => party.id === id) ?? {};
    return { handle, name };
  };
  return wholeList(
    rows.map(
      (row): SkillTransfer => ({
        skill: { id: row.skillId, slug: "", name: "", ...names.get(row.skillId) },
        from: partyOf(row.fromId),
        to: partyOf(row.toId),
        direction: row.toId === accountId ? "in" : "out",
        created_at: row.createdAt,
        expires_at: row.expiresAt,
      }),
    ),
  );
}

/**
 * Offers a skill of the caller's to an organization, or an organization's to a person, for 7 days. Throws session_required, not_found, and
 * invalid_request for a private, suspended or claimed skill, for one that is not on the marketplace, and for an account that it can't go to; rate_limited, since
 * each offer is mailed.
 */
export async function offer(caller: Caller, id: string, { to }: SkillTransferInput): Promise<SkillTransfer> {
  requireSession(caller);
  const { accountId, personId } = caller;
  await transaction(async (db) => {
    const skill = await lockSkill(db, id, accountId);
    if (!skill) throw notFound();
    if (skill.visibility !== "public")
      throw invalid([{ param: "id", message: "a private skill stays with its organization" }]);
    if (skill.suspended_at) throw invalid([{ param: "id", message: "a suspended skill can't be transferred" }]);
    if (!skill.live) throw invalid([{ param: "id", message: "only a skill on the marketplace can be transferred" }]);
    await requireUnclaimed(db, { kind: "slug", name: skill.slug }, MOVED);
    await ratelimit.requireTaken("announce", `transfer:${accountId}`);
    const recipient = await requireRecipient(db, caller, to);
    const offered = {
      fromId: accountId,
      toId: recipient,
      offeredBy: personId,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + OFFERED_DAYS * DAY_MS),
    };
    await prisma(db).skillTransfer.upsert({
      where: { skillId: id },
      update: offered,
      create: { skillId: id, ...offered },
    });
    const names = await namesOf([id]);
    await audit.writeFor(db, caller, {
      action: "transfer.offer",
      subject: { type: "skill", id },
      details: { to: recipient },
    });
    await notify(db, recipient, `${id}:${offered.createdAt.toISOString()}`, {
      kind: "transfer_offered",
      data: { skill: names.get(id)?.name ?? "" },
    });
  });
  const { data } = await list(caller);
  const made = data.find(({ skill, direction }) => skill.id === id && direction === "out");
  if (!made) throw notFound();
  return made;
}

async function requireRecipient(db: Queryable, { accountId, organization }: Caller, handle: string): Promise<string> {
  const found = await prisma(db).account.findFirst({
    where: { handle, closedAt: null, suspendedAt: null },
    select: { id: true, kind: true },
  });
  const kind = organization ? "person" : "organization";
  if (!found || found.id === accountId || found.kind !== kind)
    throw invalid([{ param: "to", message: `no ${kind} has this handle` }]);
  return found.id;
}

/** Becomes the owner of a skill that was offered. Throws session_required, not_found when the offer is over, and invalid_request for a claimed one. */
export async function accept(caller: Caller, id: string) {
  requireSession(caller);
  await transaction(async (db) => {
    const offered = await prisma(db).skillTransfer.findFirst({ where: { skillId: id, toId: caller.accountId } });
    const known = (await namesOf([id])).get(id);
    if (offered && known) await requireUnclaimed(db, { kind: "slug", name: known.slug }, MOVED);
    const [row] = await query<{ accepted: boolean }>(
      "transfers.accept",
      "SELECT skill_transfer_accept($1, $2) AS accepted",
      [id, caller.accountId],
      db,
    );
    if (!offered || !row?.accepted) throw notFound();
    await publisherNames.show(db, caller.accountId);
    await noteEnd(db, caller, "transfer.accept", { id, other: offered.fromId });
    await notify(db, offered.fromId, `${id}:${offered.createdAt.toISOString()}:accepted`, {
      kind: "transfer_accepted",
      data: { skill: known?.name ?? "" },
    });
  });
  return { id, state: "accepted" as const };
}

/** Declines what was offered to the caller, or withdraws what the caller offers. Throws session_required and not_found. */
export async function end(caller: Caller, id: string) {
  requireSession(caller);
  const { accountId } = caller;
  await transaction(async (db) => {
    const where = { skillId: id, OR: [{ fromId: accountId }, { toId: accountId }] };
    const offered = await prisma(db).skillTransfer.findFirst({ where });
    const { count } = await prisma(db).skillTransfer.deleteMany({ where });
    if (!offered || count === 0) throw notFound();
    const other = offered.fromId === accountId ? offered.toId : offered.fromId;
    await noteEnd(db, caller, "transfer.end", { id, other });
  });
  return { id, state: "ended" as const };
}

/** The end of a transfer is in the logs of both sides, where they are organizations. */
async function noteEnd(db: Queryable, caller: Caller, action: string, { id, other }: { id: string; other: string }) {
  const subject = { type: "skill", id };
  await audit.writeFor(db, caller, { action, subject, details: { with: other } });
  const organization = await prisma(db).account.findFirst({ where: { id: other, kind: "organization" } });
  if (organization)
    await audit.writeIn(db, other, { actorId: caller.personId, action, subject, details: { with: caller.accountId } });
}
