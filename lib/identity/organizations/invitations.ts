/**
 * Invitations to join an organization, by email. Invariants: one for each email; it is accepted within 7 days by the signed-in account
 * whose verified email it names, so that a forwarded mail opens nothing.
 */
import * as links from "@/lib/identity/accounts/links";
import { requireOwnSession } from "@/lib/identity/accounts/own-session";
import * as sessions from "@/lib/identity/accounts/sessions";
import { forgetRemoved } from "@/lib/identity/organizations/company-removals";
import {
  MAX_MEMBERS,
  type MemberInvitationInput,
  type MemberInvitationView,
  type OwnInvitation,
} from "@/lib/identity/organizations/schemas";
import { note } from "@/lib/identity/organizations/service";
import type { Caller, MemberRole } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import type { MemberInvitation } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { lockRows } from "@/lib/platform/core/locks";
import { wholeList } from "@/lib/platform/core/page";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import * as ratelimit from "@/lib/platform/ratelimit/service";

const VALID_MS = 7 * 24 * 60 * 60 * 1000;
/** Most open invitations of an organization. */
const MAX_INVITATIONS = 100;
/** For how long an expired invitation is shown, so that it can be sent again. */
const EXPIRED_DAYS = 30;

const toView = (row: MemberInvitation): MemberInvitationView => ({
  id: row.id,
  email: row.email,
  role: row.role as MemberRole,
  invited_at: row.createdAt,
  expires_at: row.expiresAt,
});

/** The open and expired invitations of the caller's organization, newest first. */
export async function list({ accountId }: Pick<Caller, "accountId">) {
  const rows = await prisma().memberInvitation.findMany({
    where: { organizationId: accountId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return wholeList(rows.map(toView));
}

/**
 * Invites somebody by mail to join the caller's organization; inviting again replaces the invitation. Throws session_required, and
 * invalid_request for members and beyond the limits.
 */
export async function invite(caller: Caller, { email, role }: MemberInvitationInput): Promise<MemberInvitationView> {
  sessions.requireSession(caller);
  const { accountId: organizationId, personId: invitedBy } = caller;
  await countMail(organizationId, email);
  return transaction(async (db) => {
    await lockRows(db, "account", "id", organizationId);
    await requireRoom(db, organizationId, email);
    const row = await prisma(db).memberInvitation.upsert({
      where: { organizationId_email: { organizationId, email } },
      create: { id: newId(), organizationId, email, role, invitedBy, expiresAt: inAWeek() },
      update: { role, invitedBy, createdAt: new Date(), expiresAt: inAWeek() },
    });
    await links.inviteMember(db, organizationId, email);
    // Lines of the audit log stay for good, so they name no email of somebody who may never have an account.
    await note(db, caller, "member.invite", { invitation: row.id, role });
    return toView(row);
  });
}

/** Mails an invitation again, which is then valid for another week. Throws session_required and not_found. */
export async function resend(caller: Caller, id: string): Promise<MemberInvitationView> {
  sessions.requireSession(caller);
  const found = await prisma().memberInvitation.findFirst({ where: { id, organizationId: caller.accountId } });
  if (!found) throw notFound();
  return invite(caller, { email: found.email, role: found.role as MemberRole });
}

/** Withdraws an invitation. Throws session_required and not_found. */
export async function withdraw(caller: Caller, id: string) {
  sessions.requireSession(caller);
  await transaction(async (db) => {
    const where = { id, organizationId: caller.accountId };
    const { count } = await prisma(db).memberInvitation.deleteMany({ where });
    if (count === 0) throw notFound();
    await note(db, caller, "member.withdraw", { invitation: id });
  });
  return { id, status: "withdrawn" as const };
}

/** The invitations that the signed-in person can accept: none while their email is not verified. */
export async function listOwn(caller: Caller) {
  const { emailVerified } = requireOwnSession(caller);
  if (!emailVerified) return wholeList<OwnInvitation>([]);
  const rows = await prisma().memberInvitation.findMany({
    where: { email: caller.email, expiresAt: { gt: new Date() }, organization: { suspendedAt: null, closedAt: null } },
    include: { organization: { select: { handle: true, name: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const inviters = await prisma().account.findMany({
    where: { id: { in: rows.map(({ invitedBy }) => invitedBy) } },
    select: { id: true, name: true },
  });
  return wholeList(
    rows.map((row) => ({
      id: row.id,
      organization: row.organization,
      role: row.role as MemberRole,
      invited_by: inviters.find(({ id }) => id === row.invitedBy)?.name ?? "",
      expires_at: row.expiresAt,
    })),
  );
}

/** Joins an organization. Throws session_required, and not_found for an invitation that names another or an unverified email. */
export async function accept(caller: Caller, id: string) {
  const { personId } = caller;
  return transaction(async (db) => {
    const row = await takeOwn(db, caller, id);
    await lockRows(db, "account", "id", row.organizationId);
    const organization = await prisma(db).account.findUnique({
      where: { id: row.organizationId, suspendedAt: null, closedAt: null },
    });
    if (!organization) throw notFound();
    const role = row.role as MemberRole;
    await prisma(db).membership.upsert({
      where: { organizationId_personId: { organizationId: row.organizationId, personId } },
      create: { organizationId: row.organizationId, personId, role },
      update: {},
    });
    await forgetRemoved(db, row.organizationId, personId);
    const actor = { accountId: row.organizationId, personId, organization: { handle: organization.handle, role } };
    await note(db, actor, "member.join", { invitation: id, role });
    return { id: organization.id, handle: organization.handle };
  });
}

/** Declines an invitation. Throws session_required and not_found. */
export async function decline(caller: Caller, id: string) {
  await transaction((db) => takeOwn(db, caller, id));
  return { id, status: "declined" as const };
}

/** Takes an invitation of the signed-in person's verified email. */
async function takeOwn(db: Queryable, caller: Caller, id: string): Promise<MemberInvitation> {
  const { emailVerified } = requireOwnSession(caller);
  const where = { id, email: caller.email, expiresAt: { gt: new Date() } };
  const row = emailVerified ? await prisma(db).memberInvitation.findFirst({ where }) : null;
  const taken = row && (await prisma(db).memberInvitation.deleteMany({ where: { id } }));
  if (!row || taken?.count !== 1) throw notFound();
  return row;
}

async function requireRoom(db: Queryable, organizationId: string, email: string): Promise<void> {
  const where = { organizationId, person: { email, emailVerified: true } };
  if ((await prisma(db).membership.count({ where })) > 0)
    throw invalid([{ param: "email", message: "belongs to a member already" }]);
  const [members, invited] = await Promise.all([
    prisma(db).membership.count({ where: { organizationId } }),
    prisma(db).memberInvitation.count({ where: { organizationId, email: { not: email } } }),
  ]);
  if (members + invited >= MAX_MEMBERS)
    throw invalid([{ param: "email", message: `an organization has at most ${MAX_MEMBERS} members` }]);
  if (invited >= MAX_INVITATIONS)
    throw invalid([
      { param: "email", message: `at most ${MAX_INVITATIONS} invitations can be open; withdraw one first` },
    ]);
}

/** Throws rate_limited beyond 5 mails an hour to one address. */
async function countMail(organizationId: string, email: string): Promise<void> {
  await ratelimit.countAttempt("link", [`member-invitation:${organizationId}:${email}`]);
}

const inAWeek = () => new Date(Date.now() + VALID_MS);

/** Deletes invitations that expired long ago. Returns how many. */
export function expireInvitations(): Promise<number> {
  return prune((limit) =>
    prisma().memberInvitation.deleteMany({ where: { expiresAt: { lt: daysAgo(EXPIRED_DAYS) } }, limit }),
  );
}
