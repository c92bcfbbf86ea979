/**
 * Organizations: accounts that cannot sign in, for which their members act. Invariants: an organization has an owner; who changes it
 * is signed in; each change is in its audit log, in the transaction of the change.
 */
import * as handles from "@/lib/identity/accounts/handles";
import * as accounts from "@/lib/identity/accounts/organization-accounts";
import { requireOwnSession } from "@/lib/identity/accounts/own-session";
import * as sessions from "@/lib/identity/accounts/sessions";
import type { OrganizationChange, OrganizationInput, OrganizationView } from "@/lib/identity/organizations/schemas";
import * as audit from "@/lib/platform/core/audit";
import type { Caller, MemberRole } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { wholeList } from "@/lib/platform/core/page";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as site from "@/lib/platform/site/service";

const open = { suspendedAt: null, closedAt: null };
const SHOWN = {
  id: true,
  handle: true,
  name: true,
  storesParameters: true,
  twoPeople: true,
  allowedOnly: true,
  createdAt: true,
  _count: { select: { members: true } },
} as const;

/** The organizations of the person who calls; of a key, or after an organization's own sign-in, only the one that it opens. */
export async function list({ accountId, personId, organization, key, session }: Caller) {
  const isOne = organization && (key || session?.isCompany);
  const rows = await prisma().membership.findMany({
    where: { personId, organization: open, ...(isOne && { organizationId: accountId }) },
    select: { role: true, organization: { select: SHOWN } },
    orderBy: { organization: { name: "asc" } },
  });
  return wholeList(rows.map(({ role, organization: row }) => toView(row, role as MemberRole)));
}

/** The organization for which a caller acts. Throws not_found. */
export async function get({ accountId, organization }: Caller): Promise<OrganizationView> {
  const row = await prisma().account.findUnique({ where: { id: accountId, ...open }, select: SHOWN });
  if (!row || !organization) throw notFound();
  return toView(row, organization.role);
}

type Row = {
  id: string;
  handle: string;
  name: string;
  storesParameters: boolean;
  twoPeople: boolean;
  allowedOnly: string;
  createdAt: Date;
  _count: { members: number };
};

const toView = (row: Row, role: MemberRole): OrganizationView => ({
  id: row.id,
  handle: row.handle,
  name: row.name,
  role,
  member_count: row._count.members,
  store_call_parameters: row.storesParameters,
  two_people: row.twoPeople,
  allowed_only: row.allowedOnly as OrganizationView["allowed_only"],
  created_at: row.createdAt,
});

/**
 * Creates an organization, of which the signed-in person is the owner. Throws session_required, organization_refused without a
 * verified email and beyond the operator's limit, and invalid_request for a handle that is taken.
 */
export async function create(caller: Caller, { name, handle }: OrganizationInput): Promise<OrganizationView> {
  const { emailVerified } = requireOwnSession(caller);
  if (!emailVerified)
    throw new AppError("organization_refused", "Verify your email first: open the link that we mailed you.");
  handles.requireFree(handle);
  const { settings } = await site.current();
  const { personId } = caller;
  await transaction(async (db) => {
    // Counted under a lock, so that parallel requests don't exceed the limit together.
    await lockName(db, `organizations:${personId}`);
    const count = await prisma(db).membership.count({ where: { personId, role: "owner" } });
    if (count >= settings.organizations_per_person)
      throw new AppError(
        "organization_refused",
        `You may own ${settings.organizations_per_person} organizations, and you own ${count}. Close one first, or ask the operator.`,
      );
    const organizationId = await accounts.create(db, { name, handle });
    await prisma(db).membership.create({ data: { organizationId, personId, role: "owner" } });
    const actor = { accountId: organizationId, personId, organization: { handle, role: "owner" as const } };
    const subject = { type: "organization", id: organizationId };
    await audit.writeFor(db, actor, { action: "organization.create", subject, names: { name, handle } });
  });
  const row = await prisma().account.findUniqueOrThrow({ where: { handle }, select: SHOWN });
  return toView(row, "owner");
}

type Followers = Record<"showName" | "forgetParameters", (db: Queryable, accountId: string) => Promise<void>>;

/**
 * Changes the name of an organization, on its skills too, what is stored of its calls, or which skills its members may use. Throws session_required
 * and not_found.
 */
export async function change(
  caller: Caller,
  {
    name,
    store_call_parameters: storesParameters,
    two_people: twoPeople,
    allowed_only: allowedOnly,
  }: OrganizationChange,
  followers: Followers,
): Promise<OrganizationView> {
  sessions.requireSession(caller);
  const { accountId } = caller;
  // Limited: the audit log has each name.
  await ratelimit.requireTaken("revise", accountId);
  await transaction(async (db) => {
    await accounts.change(db, accountId, { name, storesParameters, twoPeople, allowedOnly });
    if (storesParameters === false) await followers.forgetParameters(db, accountId);
    if (name !== undefined) await followers.showName(db, accountId);
    const changed = {
      store_call_parameters: storesParameters,
      two_people: twoPeople,
      allowed_only: allowedOnly,
    };
    const details = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
    const line = { action: "organization.change", subject: { type: "organization", id: accountId }, details };
    await audit.writeFor(db, caller, { ...line, ...(name !== undefined && { names: { name } }) });
  });
  return get(caller);
}

type Actor = Pick<Caller, "accountId" | "personId" | "organization">;

/** Writes a line about an organization into its audit log. */
export async function note(
  db: Queryable,
  actor: Actor,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  await audit.writeFor(db, actor, { action, subject: { type: "organization", id: actor.accountId }, details });
}
