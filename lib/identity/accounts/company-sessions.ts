/**
 * What an organization's own sign-in does to browser sessions. Invariant: a session that it begins opens that organization alone, for a
 * day; a session that a person began themselves only gets a mark, which ends as early.
 */
import { createHmac, randomBytes } from "node:crypto";
import { setCookie } from "@/lib/identity/accounts/auth";
import { nameFrom } from "@/lib/identity/accounts/providers";
import { DisplayName } from "@/lib/identity/accounts/schemas";
import type { Browser, currentSession } from "@/lib/identity/accounts/sessions";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { newId } from "@/lib/platform/core/ids";
import * as site from "@/lib/platform/site/service";

/** `company_signed_in.sql` says the same of the mark. */
const SESSION_SECONDS = 24 * 60 * 60;
const TOKEN_BYTES = 32;

/** Makes an account that only an organization's sign-in opens: its email is not verified, and it has neither password nor key. */
export async function createAccount(db: Queryable, email: string, name: unknown): Promise<string> {
  const id = newId();
  const { terms_version: termsVersion } = await site.current(db);
  const shown = DisplayName.safeParse(name).data ?? nameFrom(email);
  await prisma(db).account.create({ data: { id, email, name: shown, termsVersion } });
  return id;
}

type Begun = { accountId: string; organizationId: string; old: Awaited<ReturnType<typeof currentSession>> };

/**
 * Begins a session that opens one organization, instead of the `old` one that the browser had. Returns its cookie; null while the account
 * is suspended or closed.
 */
export async function begin(
  db: Queryable,
  browser: Browser,
  { accountId, organizationId, old }: Begun,
): Promise<string | null> {
  const where = { id: accountId, suspendedAt: null, closedAt: null };
  const now = new Date();
  const { count } = await prisma(db).account.updateMany({ where, data: { lastSignedInAt: now } });
  if (count === 0) return null;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await prisma(db).session.create({
    data: {
      id: newId(),
      token,
      accountId,
      expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
      ipAddress: browser.address,
      userAgent: browser.headers.get("user-agent"),
      companyId: organizationId,
      companyAt: now,
      companyOnly: true,
    },
  });
  if (old) await prisma(db).session.deleteMany({ where: { id: old.session.id } });
  const signature = createHmac("sha256", env().SESSION_SECRET).update(token).digest("base64");
  return setCookie("session_token", encodeURIComponent(`${token}.${signature}`), SESSION_SECONDS);
}

/** Marks a person's own session: it may act for the organization for a day. */
export async function mark(db: Queryable, id: string, organizationId: string): Promise<void> {
  await prisma(db).session.updateMany({
    where: { id, companyOnly: false },
    data: { companyId: organizationId, companyAt: new Date() },
  });
}

/** Ends the sessions and the marks of an organization's sign-in. */
export async function endAll(db: Queryable, organizationId: string): Promise<void> {
  await prisma(db).session.deleteMany({ where: { companyId: organizationId, companyOnly: true } });
  await prisma(db).session.updateMany({
    where: { companyId: organizationId },
    data: { companyId: null, companyAt: null },
  });
}

/** Ends what an organization's sign-in began for one person. */
export async function endOf(db: Queryable, organizationId: string, accountId: string): Promise<void> {
  const where = { accountId, companyId: organizationId };
  await prisma(db).session.deleteMany({ where: { ...where, companyOnly: true } });
  await prisma(db).session.updateMany({ where, data: { companyId: null, companyAt: null } });
}

/** Whether an account has a way to sign in that is the person's: a password, a passkey or a provider. */
export async function hasOwnWay(db: Queryable, accountId: string): Promise<boolean> {
  const credentials = await prisma(db).credential.count({ where: { ownerId: accountId } });
  return credentials > 0 || (await prisma(db).passkey.count({ where: { accountId } })) > 0;
}
