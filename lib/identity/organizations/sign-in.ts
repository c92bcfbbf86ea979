/**
 * The settings of an organization's own sign-in. Invariants: a domain belongs to one organization, which proves it by a TXT record; while
 * the sign-in is obligatory, one owner acts without it; what was begun at another provider or domain ends when these change.
 */
import * as companySessions from "@/lib/identity/accounts/company-sessions";
import * as sessions from "@/lib/identity/accounts/sessions";
import * as provider from "@/lib/identity/organizations/company-provider";
import { note } from "@/lib/identity/organizations/service";
import { isSharedDomain } from "@/lib/identity/organizations/shared-domains";
import type {
  OrganizationSignInChange,
  OrganizationSignInInput,
  OrganizationSignInView,
} from "@/lib/identity/organizations/sign-in-schemas";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { isUniqueViolation } from "@/lib/platform/core/db-errors";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import type { OrganizationSignIn as Row } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { lockRows } from "@/lib/platform/core/locks";
import { log } from "@/lib/platform/core/log";
import { isCurrent, seal, unseal } from "@/lib/platform/core/sealing";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { notify } from "@/lib/platform/notifications/service";
import { dueBefore, isInDns, newToken, outcomeOf, proofOf, txtName } from "@/lib/platform/outbound/domain-proof";

const BATCH = 100;

type Bound = Pick<Row, "organizationId" | "issuer" | "clientId">;
/** A secret is worth nothing at another provider. */
const contextOf = ({ organizationId, issuer, clientId }: Bound) => ["company-client", organizationId, issuer, clientId];

/** The client of an organization at its provider. */
export const providerOf = (row: Row): provider.Provider => ({
  issuer: row.issuer,
  clientId: row.clientId,
  clientSecret: unseal(row.clientSecret, contextOf(row)),
});

/** The caller's organization's own sign-in. Throws not_found until it is set up. */
export async function get({ accountId }: Pick<Caller, "accountId">): Promise<OrganizationSignInView> {
  return toView(await requireRow(accountId));
}

/** The caller's organization's own sign-in, or null until it is set up. */
export async function find({ accountId: organizationId }: Pick<Caller, "accountId">) {
  const row = await prisma().organizationSignIn.findUnique({ where: { organizationId } });
  return row && toView(row);
}

/**
 * Sets up the sign-in of the caller's organization, after reading the provider's description. Another domain, issuer or client ends what
 * the former one began, and the obligation. Throws session_required, and invalid_request for a domain that others share or have, an
 * issuer that can't be read, and a missing secret.
 */
export async function set(caller: Caller, input: OrganizationSignInInput): Promise<OrganizationSignInView> {
  sessions.requireSession(caller);
  const { accountId: organizationId } = caller;
  if (isSharedDomain(input.domain))
    throw invalid([{ param: "domain", message: "gives mailboxes to anyone, so no organization can have it" }]);
  const issuer = await readIssuer(input.issuer, organizationId);
  const row = await transaction(async (db) => {
    await lockRows(db, "account", "id", organizationId);
    const before = await prisma(db).organizationSignIn.findUnique({ where: { organizationId } });
    const data = dataOf(organizationId, { ...input, issuer }, before);
    await requireFree(db, organizationId, input.domain);
    const isOther = !before || data.isOtherDomain || data.isOtherClient;
    if (before && isOther) await companySessions.endAll(db, organizationId);
    const stored = await prisma(db).organizationSignIn.upsert({
      where: { organizationId },
      create: { organizationId, ...data.stored },
      update: { ...data.stored, ...(isOther && { workedAt: null, obligatory: false }) },
    });
    await note(db, caller, "sign_in.change", { issuer, client_id: input.client_id, domain: input.domain });
    return stored;
  });
  return toView(row);
}

function dataOf(organizationId: string, input: OrganizationSignInInput, before: Row | null) {
  const { domain, issuer, client_id: clientId, client_secret: secret } = input;
  const isOtherDomain = before?.domain !== domain;
  const isOtherClient = before?.issuer !== issuer || before.clientId !== clientId;
  if (secret === undefined && isOtherClient)
    throw invalid([{ param: "client_secret", message: "is required for another issuer or client id" }]);
  const sealed =
    secret === undefined ? {} : { clientSecret: seal(secret, contextOf({ organizationId, issuer, clientId })) };
  const proof = isOtherDomain
    ? { token: newToken(), verifiedAt: null, checkedAt: null, failingSince: null }
    : { token: before.token };
  const stored = { domain, issuer, clientId, clientSecret: before?.clientSecret ?? "", ...sealed, ...proof };
  return { isOtherDomain, isOtherClient, stored };
}

async function readIssuer(issuer: string, organizationId: string): Promise<string> {
  try {
    return await provider.issuerAt(issuer, organizationId);
  } catch (error) {
    log.info({ err: error, issuer }, "the provider of an organization can't be read");
    const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    throw invalid([{ param: "issuer", message: `${url} isn't the description of an OpenID Connect provider` }]);
  }
}

/** The unique index has the last word. */
async function requireFree(db: Queryable, organizationId: string, domain: string): Promise<void> {
  const where = { domain, verifiedAt: { not: null }, organizationId: { not: organizationId } };
  if ((await prisma(db).organizationSignIn.count({ where })) > 0) throw domainTaken();
}

const domainTaken = () => invalid([{ param: "domain", message: "belongs to another organization" }]);

/**
 * Changes the role of who joins, whether the sign-in is obligatory, and which owner needs none. Throws session_required, not_found, and
 * invalid_request while the domain is not verified, no sign-in has worked, or the owner could not sign in otherwise.
 */
export async function change(caller: Caller, input: OrganizationSignInChange): Promise<OrganizationSignInView> {
  sessions.requireSession(caller);
  const { accountId: organizationId } = caller;
  const row = await transaction(async (db) => {
    await lockRows(db, "account", "id", organizationId);
    const before = await requireRow(organizationId, db);
    const obligatory = input.obligatory ?? before.obligatory;
    const wayInId = input.way_in ?? before.wayInId ?? caller.personId;
    // Closing an account locks it before it looks for organizations that need it.
    await lockRows(db, "account", "id", wayInId);
    if (obligatory && !before.obligatory) requireTried(before);
    if (obligatory || input.way_in !== undefined) await requireWayIn(db, organizationId, wayInId);
    const data = { defaultRole: input.default_role ?? before.defaultRole, obligatory, wayInId };
    await note(db, caller, "sign_in.rules", { default_role: data.defaultRole, obligatory, way_in: wayInId });
    return prisma(db).organizationSignIn.update({ where: { organizationId }, data });
  });
  return toView(row);
}

function requireTried({ verifiedAt, workedAt }: Row): void {
  if (!verifiedAt) throw invalid([{ param: "obligatory", message: "verify the domain first" }]);
  if (!workedAt) throw invalid([{ param: "obligatory", message: "test the sign-in first" }]);
}

async function requireWayIn(db: Queryable, organizationId: string, personId: string): Promise<void> {
  const person = { suspendedAt: null, closedAt: null };
  const owners = await prisma(db).membership.count({ where: { organizationId, personId, role: "owner", person } });
  if (owners === 0) throw invalid([{ param: "way_in", message: "must be an owner of the organization" }]);
  if (!(await companySessions.hasOwnWay(db, personId)))
    throw invalid([{ param: "way_in", message: "must have a password, passkey or provider to sign in with" }]);
}

/** Ends the sign-in of the caller's organization, and what it began. Throws session_required and not_found. */
export async function remove(caller: Caller) {
  sessions.requireSession(caller);
  const { accountId: organizationId } = caller;
  await transaction(async (db) => {
    await lockRows(db, "account", "id", organizationId);
    const { count } = await prisma(db).organizationSignIn.deleteMany({ where: { organizationId } });
    if (count === 0) throw notFound();
    await companySessions.endAll(db, organizationId);
    await prisma(db).companyIdentity.deleteMany({ where: { organizationId, removedAt: null } });
    await prisma(db).companySubject.deleteMany({ where: { organizationId, removedAt: null } });
    await note(db, caller, "sign_in.remove", {});
  });
  return { removed: true as const };
}

/** Looks for the TXT record now. Throws session_required, not_found, invalid_request for a taken domain, and domain_unverified. */
export async function check(caller: Caller): Promise<OrganizationSignInView> {
  sessions.requireSession(caller);
  const row = await requireRow(caller.accountId);
  const isProven = await isInDns(row);
  const checked = await record(row, isProven, caller).catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? domainTaken() : cause;
  });
  if (!checked) throw notFound();
  if (!isProven)
    throw new AppError(
      "domain_unverified",
      `${txtName(row.domain)} has no TXT record ${proofOf(row)}. New records can take an hour to appear.`,
      { param: "domain" },
    );
  return toView(checked);
}

/** Checks the domains again that were last checked a week ago. Returns how many. */
export async function recheckDue(): Promise<number> {
  const due = await prisma().organizationSignIn.findMany({
    where: { verifiedAt: { not: null }, checkedAt: { lt: dueBefore() } },
    orderBy: { checkedAt: "asc" },
    take: BATCH,
  });
  await forEachIsolated(
    "recheck-sign-in-domains",
    due,
    ({ domain }) => domain,
    async (row) => record(row, await isInDns(row), null),
  );
  return due.length;
}

/**
 * Stores what a check found. The owners hear of a record that is missing; after two weeks the sign-in pauses, and with it the obligation,
 * which no one could meet. Null when the domain was changed meanwhile.
 */
async function record({ organizationId, token }: Row, isProven: boolean, caller: Caller | null): Promise<Row | null> {
  return transaction(async (db) => {
    await lockRows(db, "account", "id", organizationId);
    const before = await prisma(db).organizationSignIn.findUnique({ where: { organizationId } });
    if (before?.token !== token) return null;
    const where = { organizationId };
    const after = await prisma(db).organizationSignIn.update({ where, data: outcomeOf(before, isProven) });
    const { domain } = after;
    const isLost = before.verifiedAt !== null && after.verifiedAt === null;
    if (isLost || (!before.failingSince && after.failingSince))
      await notify(db, organizationId, newId(), { kind: "sign_in_domain", data: { domain, isLost } });
    if (isLost) await companySessions.endAll(db, organizationId);
    if ((before.verifiedAt === null) !== (after.verifiedAt === null)) await noteDomain(db, caller, after);
    return after;
  });
}

async function noteDomain(db: Queryable, caller: Caller | null, { organizationId, domain, verifiedAt }: Row) {
  const action = verifiedAt ? "sign_in.verify_domain" : "sign_in.lose_domain";
  if (caller) return note(db, caller, action, { domain });
  const subject = { type: "organization", id: organizationId };
  await audit.writeIn(db, organizationId, { action, subject, details: { domain }, actorId: null });
}

/** Encrypts with the current key what an older one encrypted. Returns how many there were, and how many no key opens. */
export async function reseal(): Promise<{ changed: number; unreadable: number }> {
  let [changed, unreadable] = [0, 0];
  for (const row of await prisma().organizationSignIn.findMany()) {
    const { organizationId, clientSecret } = row;
    if (isCurrent(clientSecret)) continue;
    try {
      const data = { clientSecret: seal(unseal(clientSecret, contextOf(row)), contextOf(row)) };
      changed += (await prisma().organizationSignIn.updateMany({ where: { organizationId, clientSecret }, data }))
        .count;
    } catch (error) {
      log.error({ err: error, organization: organizationId }, "the client secret of a sign-in can't be read");
      unreadable++;
    }
  }
  return { changed, unreadable };
}

async function requireRow(organizationId: string, db?: Queryable): Promise<Row> {
  const row = await prisma(db).organizationSignIn.findUnique({ where: { organizationId } });
  if (!row) throw notFound();
  return row;
}

async function toView(row: Row): Promise<OrganizationSignInView> {
  const wayIn =
    row.wayInId &&
    (await prisma().account.findUnique({ where: { id: row.wayInId }, select: { id: true, name: true } }));
  return {
    domain: row.domain,
    txt_name: txtName(row.domain),
    txt_value: proofOf(row),
    verified_at: row.verifiedAt,
    checked_at: row.checkedAt,
    failing_since: row.failingSince,
    issuer: row.issuer,
    client_id: row.clientId,
    redirect_uri: provider.redirectUri(row.organizationId),
    default_role: row.defaultRole as OrganizationSignInView["default_role"],
    obligatory: row.obligatory,
    way_in: wayIn || null,
    worked_at: row.workedAt,
  };
}
