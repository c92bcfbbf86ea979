/**
 * The members of an organization. Invariants: it has an owner at any time; when somebody is removed, what acted for them ends in the
 * same transaction, and what they made stays.
 */
import * as sessions from "@/lib/identity/accounts/sessions";
import * as budgets from "@/lib/identity/budgets/service";
import { requireNotWayIn } from "@/lib/identity/organizations/company-people";
import { rememberRemoved } from "@/lib/identity/organizations/company-removals";
import type { MemberChange, MemberQuery, MemberView } from "@/lib/identity/organizations/schemas";
import { note } from "@/lib/identity/organizations/service";
import type { Caller, MemberRole } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import type { Prisma } from "@/lib/platform/core/generated/client";
import { lockRows } from "@/lib/platform/core/locks";
import { type Micros, priceToMicros, toCredits } from "@/lib/platform/core/money";
import { toPage } from "@/lib/platform/core/page";

const WITH_PERSON = {
  role: true,
  askAboveMicros: true,
  createdAt: true,
  person: { select: { id: true, name: true, email: true } },
} as const;
type Row = {
  role: string;
  askAboveMicros: Micros | null;
  createdAt: Date;
  person: { id: string; name: string; email: string };
};

const toView = ({ role, askAboveMicros, createdAt, person }: Row): MemberView => ({
  ...person,
  role: role as MemberRole,
  ask_above: askAboveMicros === null ? null : toCredits(askAboveMicros),
  joined_at: createdAt,
});

/** The members of the caller's organization, by name. */
export async function list({ accountId }: Pick<Caller, "accountId">, { search, role, ...page }: MemberQuery) {
  const contains = search && { contains: search, mode: "insensitive" as const };
  const where: Prisma.MembershipWhereInput = {
    organizationId: accountId,
    ...(role && { role }),
    ...(contains && { person: { OR: [{ name: contains }, { email: contains }] } }),
  };
  const [rows, count] = await Promise.all([
    prisma().membership.findMany({
      where,
      select: WITH_PERSON,
      orderBy: [{ person: { name: "asc" } }, { personId: "asc" }],
      take: page.limit,
      skip: page.offset,
    }),
    prisma().membership.count({ where }),
  ]);
  return toPage(rows.map(toView), count, page);
}

/**
 * Gives a member another role, or another threshold of approvals. Throws session_required, not_found, last_owner for the only
 * owner, and way_in_owner for the one who needs no company sign-in.
 */
export async function change(caller: Caller, personId: string, input: MemberChange): Promise<MemberView> {
  sessions.requireSession(caller);
  return transaction(async (db) => {
    const before = await lockMember(db, caller, personId);
    const role = input.role ?? before.role;
    const asked = input.ask_above === undefined ? before.askAboveMicros : microsOf(input.ask_above);
    if (before.role === "owner" && role !== "owner") await requireAnotherOwner(db, caller, personId);
    if (role !== "owner") await requireNotWayIn(db, caller.accountId, personId);
    const where = { organizationId_personId: { organizationId: caller.accountId, personId } };
    const data = { role, askAboveMicros: asked };
    const row = await prisma(db).membership.update({ where, data, select: WITH_PERSON });
    if (before.role !== role)
      await note(db, caller, "member.role", { person: personId, before: before.role, after: role });
    if (before.askAboveMicros !== asked)
      await note(db, caller, "member.ask_above", { person: personId, after: asked === null ? null : toCredits(asked) });
    return toView(row);
  });
}

const microsOf = (credits: number | null) => (credits === null ? null : priceToMicros(credits));

/** Removes a member, whose keys and connected programs end. Throws session_required, not_found, last_owner and way_in_owner. */
export async function remove(caller: Caller, personId: string) {
  sessions.requireSession(caller);
  await transaction(async (db) => {
    const { role } = await lockMember(db, caller, personId);
    if (role === "owner") await requireAnotherOwner(db, caller, personId);
    await requireNotWayIn(db, caller.accountId, personId);
    await query("members.access.end", "SELECT member_access_end($1, $2)", [caller.accountId, personId], db);
    await budgets.forgetMember(db, caller.accountId, personId);
    await prisma(db).membership.deleteMany({ where: { organizationId: caller.accountId, personId } });
    await rememberRemoved(db, caller.accountId, personId);
    await note(db, caller, personId === caller.personId ? "member.leave" : "member.remove", { person: personId, role });
  });
  return { id: personId, removed: true as const };
}

/** The caller leaves the organization, also while they lack its obligatory sign-in. Throws what `remove` throws. */
export async function leave(caller: Caller, handle: string) {
  if (caller.organization) return remove(caller, caller.personId);
  const { personId } = caller;
  const found = await prisma().membership.findFirst({ where: { personId, organization: { handle } } });
  if (!found) throw notFound();
  const organization = { handle, role: found.role as MemberRole };
  return remove({ ...caller, accountId: found.organizationId, organization }, personId);
}

/** A member, under the lock of the organization's account: changes of its members wait for each other. */
async function lockMember(db: Queryable, { accountId }: Caller, personId: string): Promise<Row> {
  await lockRows(db, "account", "id", accountId);
  const where = { organizationId_personId: { organizationId: accountId, personId } };
  const row = await prisma(db).membership.findUnique({ where, select: WITH_PERSON });
  if (!row) throw notFound();
  return row;
}

async function requireAnotherOwner(db: Queryable, { accountId }: Caller, personId: string): Promise<void> {
  const others = await prisma(db).membership.count({
    where: {
      organizationId: accountId,
      role: "owner",
      personId: { not: personId },
      person: { suspendedAt: null, closedAt: null },
    },
  });
  if (others > 0) return;
  throw new AppError(
    "last_owner",
    "This is the organization's only owner. Make another member an owner first, or close the organization.",
  );
}
