/** What administrators see of accounts: found by address, name or id, and one of them with all that belongs to it. */

import * as purchases from "@/lib/demand/purchases/service";
import { toAccountView } from "@/lib/identity/accounts/service";
import * as keys from "@/lib/identity/keys/service";
import * as earnings from "@/lib/money/ledger/earnings";
import * as ledger from "@/lib/money/ledger/service";
import type { AccountDetail, AccountQuery, AdminAccount } from "@/lib/operator/directory/schemas";
import type { Caller, MemberRole } from "@/lib/platform/core/caller";
import { escapeLike, prisma, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import type { Account, Prisma, Wallet } from "@/lib/platform/core/generated/client";
import { isUuid } from "@/lib/platform/core/ids";
import { toCredits } from "@/lib/platform/core/money";
import { MAX_TOTAL, toPage } from "@/lib/platform/core/page";
import * as audit from "@/lib/supply/review/audit";
import { runningPurchases } from "@/lib/supply/review/running-purchases";
import type { SkillStatus } from "@/lib/supply/skills/schemas";

const SESSIONS_SHOWN = 50;
const SKILLS_SHOWN = 100;
const PURCHASES_SHOWN = 25;
const EVENTS_SHOWN = 25;
const MEMBERS_SHOWN = 100;
const USAGE_MS = 30 * 24 * 60 * 60 * 1000;

const STATES = {
  active: { suspendedAt: null, closedAt: null },
  suspended: { suspendedAt: { not: null } },
  closed: { closedAt: { not: null } },
} satisfies Record<string, Prisma.AccountWhereInput>;

/** Accounts as administrators see them in a list, in the order of `rows`. */
async function toViews(rows: AccountWithWallet[]): Promise<AdminAccount[]> {
  const ids = { in: rows.map(({ id }) => id) };
  const [keyCounts, sessionCounts, skillCounts] = await Promise.all([
    prisma().apiKey.groupBy({ by: "accountId", where: { accountId: ids, revokedAt: null }, _count: true }),
    prisma().session.groupBy({
      by: "accountId",
      where: { accountId: ids, expiresAt: { gt: new Date() } },
      _count: true,
    }),
    prisma().skill.groupBy({ by: "ownerId", where: { ownerId: ids }, _count: true }),
  ]);
  return rows.map((row) => ({
    ...toAccountView(row),
    kind: row.kind as AdminAccount["kind"],
    suspension: row.suspendedAt && { reason: row.suspensionReason ?? "", since: row.suspendedAt },
    handle: row.handle,
    verified_at: row.verifiedAt,
    closed_at: row.closedAt,
    available: toCredits((row.wallet?.postedMicros ?? 0n) - (row.wallet?.heldMicros ?? 0n)),
    key_count: keyCounts.find(({ accountId }) => accountId === row.id)?._count ?? 0,
    session_count: sessionCounts.find(({ accountId }) => accountId === row.id)?._count ?? 0,
    skill_count: skillCounts.find(({ ownerId }) => ownerId === row.id)?._count ?? 0,
  }));
}

type AccountWithWallet = Account & { wallet: Wallet | null };

/** Accounts, newest first. A search finds parts of addresses and names, or one whole id. */
export async function list({ search, role, kind, state, limit, offset }: AccountQuery) {
  const where: Prisma.AccountWhereInput = {
    ...(search !== undefined && searchFilter(search)),
    ...(role && { role }),
    ...(kind && { kind }),
    ...(state && STATES[state]),
  };
  const orderBy: Prisma.AccountOrderByWithRelationInput[] = [{ createdAt: "desc" }, { id: "desc" }];
  const [rows, counted] = await Promise.all([
    prisma().account.findMany({
      where,
      include: { wallet: true },
      orderBy,
      take: limit,
      skip: offset,
    }),
    prisma().account.count({ where, take: MAX_TOTAL + 1, orderBy }),
  ]);
  return toPage(await toViews(rows), counted, { limit, offset });
}

function searchFilter(search: string): Prisma.AccountWhereInput {
  if (isUuid(search)) return { id: search };
  const part = { contains: escapeLike(search), mode: "insensitive" } as const;
  return { OR: [{ email: part }, { name: part }] };
}

/** An account as administrators see it in a list. Throws not_found. */
export async function getSummary(id: string): Promise<AdminAccount> {
  const [view] = await toViews([await requireAccount(id)]);
  if (!view) throw notFound();
  return view;
}

async function requireAccount(id: string): Promise<AccountWithWallet> {
  const row = await prisma().account.findUnique({ where: { id }, include: { wallet: true } });
  if (!row) throw notFound();
  return row;
}

/** Everything about one account that an administrator decides by. Throws not_found. */
export async function get(id: string): Promise<AccountDetail> {
  const row = await requireAccount(id);
  const person: Caller = {
    accountId: row.id,
    personId: row.id,
    email: row.email,
    name: row.name,
    isAdmin: row.role === "admin",
    key: null,
  };
  const [summary, balance, held, bought, events, usage, sessions, skills, effects, memberships] = await Promise.all([
    getSummary(id),
    ledger.balance(person),
    keys.list(person),
    purchases.list(person, { limit: PURCHASES_SHOWN, offset: 0 }),
    audit.list({ subject: id, subject_type: "account", limit: EVENTS_SHOWN, offset: 0 }),
    usageOf(id),
    sessionsOf(id),
    skillsOf(id),
    suspensionEffects(id),
    membershipsOf(row),
  ]);
  return {
    ...summary,
    two_factor: row.twoFactorEnabled,
    balance,
    usage,
    memberships,
    keys: held.data,
    sessions,
    skills,
    purchases: bought.data,
    fee_percent: row.feeBps === null ? null : row.feeBps / 100,
    suspension_effects: effects,
    history: events.data,
  };
}

/** The members of an organization, or the organizations of a person. */
async function membershipsOf({ id, kind }: Account): Promise<AccountDetail["memberships"]> {
  const other = { select: { id: true, name: true } };
  const rows = await prisma().membership.findMany({
    where: kind === "organization" ? { organizationId: id } : { personId: id },
    select: { role: true, person: other, organization: other },
    orderBy: { createdAt: "asc" },
    take: MEMBERS_SHOWN,
  });
  return rows.map(({ role, person, organization }) => {
    const shown = kind === "organization" ? person : organization;
    return { account_id: shown.id, name: shown.name, role: role as MemberRole };
  });
}

async function suspensionEffects(id: string): Promise<AccountDetail["suspension_effects"]> {
  const [live, running, renewing, earned] = await Promise.all([
    prisma().listing.count({ where: { ownerId: id } }),
    runningPurchases(id),
    prisma().purchase.count({ where: { buyerId: id, status: "active", autoRenew: true } }),
    earnings.sums({ accountId: id }),
  ]);
  return {
    live_skills: live,
    running_purchases: running.count,
    refund: running.refund,
    earnings: toCredits(earned.balance),
    renewing,
  };
}

async function usageOf(accountId: string) {
  const groups = await prisma().usageRecord.groupBy({
    by: "status",
    where: { accountId, createdAt: { gt: new Date(Date.now() - USAGE_MS) } },
    _count: true,
    _sum: { costMicros: true },
  });
  return {
    calls: groups.reduce((calls, { _count }) => calls + _count, 0),
    failed: groups.find(({ status }) => status === "failed")?._count ?? 0,
    spent: toCredits(groups.reduce((spent, { _sum }) => spent + (_sum.costMicros ?? 0n), 0n)),
  };
}

async function sessionsOf(accountId: string) {
  const rows = await prisma().session.findMany({
    where: { accountId, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: SESSIONS_SHOWN,
  });
  return rows.map((row) => ({
    id: row.id,
    address: row.ipAddress,
    user_agent: row.userAgent,
    created_at: row.createdAt,
    last_used_at: row.updatedAt,
    expires_at: row.expiresAt,
  }));
}

function skillsOf(id: string) {
  return query<{
    id: string;
    slug: string;
    name: string;
    status: SkillStatus;
    live: boolean;
    suspended: boolean;
  }>(
    "administration.account.skills",
    `SELECT s.id, s.slug, r.name, s.status, EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = s.id) AS live,
       s.suspended_at IS NOT NULL AS suspended
     FROM skill s JOIN skill_revision r ON r.id = s.current_revision_id
     WHERE s.owner_id = $1 AND s.visibility = 'public' ORDER BY s.created_at DESC, s.id LIMIT ${SKILLS_SHOWN}`,
    [id],
  );
}
