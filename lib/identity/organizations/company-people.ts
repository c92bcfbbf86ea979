/**
 * Who the people of a company are here. Invariants: an identity is issuer and subject; an account that exists is linked only from its own
 * session; who was removed or left comes back by an invitation alone.
 */
import * as companySessions from "@/lib/identity/accounts/company-sessions";
import { requireMayRegister } from "@/lib/identity/accounts/invitations";
import { requireOwnSession } from "@/lib/identity/accounts/own-session";
import { Email } from "@/lib/identity/accounts/schemas";
import { type Browser, currentSession } from "@/lib/identity/accounts/sessions";
import type { Claims } from "@/lib/identity/organizations/company-provider";
import * as removals from "@/lib/identity/organizations/company-removals";
import { MAX_MEMBERS } from "@/lib/identity/organizations/schemas";
import { note } from "@/lib/identity/organizations/service";
import type { CompanyIdentityView } from "@/lib/identity/organizations/sign-in-schemas";
import type { Caller, MemberRole } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import type { OrganizationSignIn as Row } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { lockRows } from "@/lib/platform/core/locks";
import { wholeList } from "@/lib/platform/core/page";
import { notify } from "@/lib/platform/notifications/service";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Why the company's sign-in lets somebody in, or not; the sign-in page has words for each. */
export type Refusal =
  | "account_suspended"
  | "company_email"
  | "company_own_email"
  | "company_link_first"
  | "company_removed"
  | "company_taken"
  | "company_full"
  | "registration_closed";
export type Admitted = { accountId: string; cookie?: string } | { refusal: Refusal };

/** Google names the company of a company's account; anyone can open another account with any email. */
const GOOGLE = "https://accounts.google.com";

const refuse = (refusal: Refusal): Admitted => ({ refusal });

/**
 * Signs in somebody without a session of their own, to the account that their identity is linked to, or to a new one. An account that has
 * the email already is never opened. Throws rate_limited.
 */
export async function admit(row: Row, claims: Claims, browser: Browser): Promise<Admitted> {
  if (!isOfCompany(row, claims)) return refuse("company_email");
  const email = emailOf(row, claims);
  const mayRegister = email !== null && (await isOpenTo(email));
  if (mayRegister) await countCreation(row, claims, email);
  const old = await currentSession(browser);
  return within(row, async (db, handle) => {
    const known = await prisma(db).companyIdentity.findUnique({ where: whose(row, claims) });
    if (known && (await roleOf(db, row, known.accountId)) === null) return refuse("company_removed");
    const found = known ? { accountId: known.accountId } : await register(db, { ...row, handle }, claims, mayRegister);
    if ("refusal" in found) return found;
    const { accountId } = found;
    // In this transaction: what ends the sessions of a sign-in waits for it, and then finds this one.
    const cookie = await companySessions.begin(db, browser, { accountId, organizationId: row.organizationId, old });
    if (cookie === null) return refuse("account_suspended");
    await use(db, row, accountId, claims);
    return { accountId, cookie };
  });
}

/** Makes the account of a new identity, which joins the organization. */
async function register(
  db: Queryable,
  row: Row & { handle: string },
  claims: Claims,
  mayRegister: boolean,
): Promise<Admitted> {
  if (await removals.wasRemoved(db, row, claims)) return refuse("company_removed");
  const email = emailOf(row, claims);
  if (email === null) return refuse("company_email");
  if (await prisma(db).account.findUnique({ where: { email } })) return refuse("company_link_first");
  if (!mayRegister) return refuse("registration_closed");
  if (!(await hasRoom(db, row))) return refuse("company_full");
  const accountId = await companySessions.createAccount(db, email, claims.name);
  await join(db, row, accountId);
  return { accountId };
}

/** Counts an account that is about to be created, against a limit of the organization that removing members doesn't reset. */
async function countCreation(row: Row, claims: Claims, email: string): Promise<void> {
  const known = await prisma().companyIdentity.count({ where: { organizationId: row.organizationId, ...who(claims) } });
  if (known > 0 || (await prisma().account.count({ where: { email } })) > 0) return;
  await ratelimit.countAttempt("companyAccount", [row.organizationId]);
}

/** Links the identity to the account of a person's own session, which joins the organization if need be, and marks the session. */
export async function link(row: Row, claims: Claims, session: { id: string; accountId: string }): Promise<Admitted> {
  const { accountId } = session;
  if (!isOfCompany(row, claims)) return refuse("company_email");
  return within(row, async (db, handle) => {
    const known = await prisma(db).companyIdentity.findUnique({ where: whose(row, claims) });
    if (known && known.accountId !== accountId) return refuse("company_taken");
    const email = emailOf(row, claims);
    if (!known && email === null) return refuse("company_email");
    if ((await roleOf(db, row, accountId)) === null) {
      const where = { organizationId_accountId: { organizationId: row.organizationId, accountId } };
      const former = await prisma(db).companyIdentity.findUnique({ where });
      if (known || former?.removedAt || (await removals.wasRemoved(db, row, claims))) return refuse("company_removed");
      // As for an invitation: the account may be another person's who typed this email.
      const { emailVerified } = await prisma(db).account.findUniqueOrThrow({ where: { id: accountId } });
      if (!emailVerified) return refuse("company_own_email");
      if (!(await hasRoom(db, row))) return refuse("company_full");
      await join(db, { ...row, handle }, accountId);
    }
    await use(db, row, accountId, claims);
    if (!known) await announce(db, { ...row, handle }, accountId);
    await companySessions.mark(db, session.id, row.organizationId);
    return { accountId };
  });
}

/** Notes that an owner's test worked, unless the provider names no email with which people could join. */
export async function test(
  { organizationId, issuer, clientId, domain }: Row,
  claims: Claims,
): Promise<{ refusal?: Refusal }> {
  if (!isOfCompany({ domain, issuer }, claims) || emailOf({ domain }, claims) === null)
    return { refusal: "company_email" };
  const where = { organizationId, issuer, clientId };
  await prisma().organizationSignIn.updateMany({ where, data: { workedAt: new Date() } });
  return {};
}

/** Whether the operator lets somebody register with an email. */
async function isOpenTo(email: string): Promise<boolean> {
  try {
    await requireMayRegister(email);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "registration_closed") return false;
    throw error;
  }
}

const hasRoom = async (db: Queryable, { organizationId }: Row) =>
  (await prisma(db).membership.count({ where: { organizationId } })) < MAX_MEMBERS;

const whose = ({ organizationId }: Row, { issuer, subject }: Claims) => ({
  organizationId_issuer_subject: { organizationId, issuer, subject },
});

const who = ({ issuer, subject }: Claims) => ({ issuer, subject });

/** What the provider's yes looks like: a few send text, Microsoft a number. */
const YES = new Set<unknown>([true, "true", 1, "1"]);

/** An email of the verified domain, which the first sign-in of an identity needs; later ones go by the identity alone. */
function emailOf({ domain }: Pick<Row, "domain">, { email, emailVerified }: Claims): string | null {
  const address = Email.safeParse(email).data;
  return address && YES.has(emailVerified) && address.endsWith(`@${domain}`) ? address : null;
}

/** Whether an identity is the company's, at each sign-in: at Google, a private account may have the email of somebody who left. */
const isOfCompany = ({ issuer, domain }: Pick<Row, "issuer" | "domain">, { hostedDomain }: Claims) =>
  issuer !== GOOGLE || (typeof hostedDomain === "string" && hostedDomain.toLowerCase() === domain);

/** Does its work under the lock of the organization's account, for which removals of members and changes of the sign-in wait. */
async function within(row: Row, work: (db: Queryable, handle: string) => Promise<Admitted>): Promise<Admitted> {
  return transaction(async (db) => {
    const { organizationId, issuer, clientId, token } = row;
    await lockRows(db, "account", "id", organizationId);
    const where = { organizationId, issuer, clientId, token, verifiedAt: { not: null } };
    const [current] = await prisma(db).organizationSignIn.findMany({
      where: { ...where, organization: { suspendedAt: null, closedAt: null } },
      select: { organization: { select: { handle: true } } },
    });
    if (!current) throw notFound();
    const admitted = await work(db, current.organization.handle);
    if ("accountId" in admitted)
      await prisma(db).organizationSignIn.update({ where: { organizationId }, data: { workedAt: new Date() } });
    return admitted;
  });
}

async function roleOf(db: Queryable, { organizationId }: Row, personId: string): Promise<MemberRole | null> {
  const where = { organizationId_personId: { organizationId, personId } };
  return ((await prisma(db).membership.findUnique({ where }))?.role as MemberRole | undefined) ?? null;
}

async function join(db: Queryable, row: Row & { handle: string }, personId: string): Promise<void> {
  const { organizationId, defaultRole } = row;
  const role = defaultRole as MemberRole;
  await prisma(db).membership.create({ data: { organizationId, personId, role } });
  const actor = { accountId: organizationId, personId, organization: { handle: row.handle, role } };
  await note(db, actor, "member.join", { by: "sign_in", role });
}

async function use(db: Queryable, { organizationId }: Row, accountId: string, claims: Claims): Promise<void> {
  const { issuer, subject } = claims;
  const now = new Date();
  const where = { organizationId_accountId: { organizationId, accountId } };
  const before = await prisma(db).companyIdentity.findUnique({ where });
  const isNew = before?.issuer !== issuer || before.subject !== subject;
  const data = { issuer, subject, lastUsedAt: now, removedAt: null, ...(isNew && { linkedAt: now }) };
  await prisma(db).companyIdentity.upsert({ where, create: { organizationId, accountId, ...data }, update: data });
  await removals.recognize(db, organizationId, accountId, claims);
}

async function announce(db: Queryable, row: Row & { handle: string }, personId: string): Promise<void> {
  const actor = {
    accountId: row.organizationId,
    personId,
    organization: { handle: row.handle, role: "member" as const },
  };
  await note(db, actor, "member.link", { issuer: row.issuer });
  await notify(db, personId, newId(), { kind: "security_company", data: { handle: row.handle, isOn: true } });
}

/** The organizations that a signed-in person's account is linked to. Throws session_required and not_for_organizations. */
export async function listOwn(caller: Caller) {
  requireOwnSession(caller);
  const rows = await prisma().companyIdentity.findMany({
    where: {
      accountId: caller.personId,
      issuer: { not: null },
      organization: { closedAt: null, members: { some: { personId: caller.personId } } },
    },
    include: { organization: { select: { handle: true, name: true } } },
    orderBy: { organization: { name: "asc" } },
  });
  return wholeList(
    rows.map(
      (row): CompanyIdentityView => ({
        organization: row.organization,
        issuer: row.issuer ?? "",
        linked_at: row.linkedAt ?? new Date(0),
        last_used_at: row.lastUsedAt,
      }),
    ),
  );
}

/** Ends the link of a signed-in person's account to an organization, and the mark of its sessions. Throws session_required and not_found. */
export async function unlink(caller: Caller, handle: string) {
  requireOwnSession(caller);
  const { personId } = caller;
  await transaction(async (db) => {
    const organization = await prisma(db).account.findFirst({ where: { handle, kind: "organization" } });
    if (!organization) throw notFound();
    const { id: organizationId } = organization;
    await lockRows(db, "account", "id", organizationId);
    const isMember = await prisma(db).membership.count({ where: { organizationId, personId } });
    const where = { organizationId, accountId: personId, issuer: { not: null } };
    const { count } = isMember ? await prisma(db).companyIdentity.deleteMany({ where }) : { count: 0 };
    if (count === 0) throw notFound();
    await companySessions.endOf(db, organizationId, personId);
    const actor = { accountId: organizationId, personId, organization: { handle, role: "member" as const } };
    await note(db, actor, "member.unlink", {});
    await notify(db, personId, newId(), { kind: "security_company", data: { handle, isOn: false } });
  });
  return { handle, removed: true as const };
}

/** Makes sure that somebody is not the owner who keeps the way in. Throws way_in_owner. */
export async function requireNotWayIn(db: Queryable, organizationId: string, personId: string): Promise<void> {
  const where = { organizationId, obligatory: true, wayInId: personId };
  if ((await prisma(db).organizationSignIn.count({ where })) === 0) return;
  throw new AppError(
    "way_in_owner",
    "This owner is the one who needs no company sign-in. Name another owner for that first, on the organization's Sign-in page.",
  );
}
