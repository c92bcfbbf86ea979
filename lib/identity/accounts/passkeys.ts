/**
 * Passkeys: signing in with a key pair that the browser or a device keeps.
 * Invariants: a passkey is added and used only where its holder was verified (fingerprint, face or PIN), so that it represents
 * for both factors; adding and removing one takes more than a session.
 */
import { deviceCookie } from "@/lib/identity/accounts/device";
import { ownSession } from "@/lib/identity/accounts/own-session";
import { forward } from "@/lib/identity/accounts/session-forwarding";
import type { AddPasskeyInput, PasskeyResponse } from "@/lib/identity/accounts/session-schemas";
import { type Browser, currentSession, type Outcome, requireOwner } from "@/lib/identity/accounts/sessions";
import { pool, prisma, transaction } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { notify } from "@/lib/platform/notifications/service";
import { marketplaceName } from "@/lib/platform/site/service";

const MAX_PASSKEYS = 20;

/** A challenge for any passkey of this site; the browser lets its person choose one. */
export async function challenge(browser: Browser): Promise<Outcome> {
  const { body, cookies } = await forward(browser, "/passkey/generate-authenticate-options", null);
  return { body: { ...body, userVerification: "required" }, cookies };
}

/** Begins a session with a passkey's answer to a challenge. There is no second step: see the invariant. */
export async function signIn(browser: Browser, { response }: { response: PasskeyResponse }): Promise<Outcome> {
  const old = await currentSession(browser);
  const { body, cookies } = await forward(browser, "/passkey/verify-authentication", { response });
  if (old) await prisma().session.deleteMany({ where: { id: old.session.id } });
  await prisma().passkey.updateMany({
    where: { credentialID: response.id },
    data: { lastUsedAt: new Date() },
  });
  const { email } = body.user as { email: string };
  return { body: { status: "signed_in" }, cookies: [...cookies, deviceCookie(email, "signed-in")] };
}

/** What the browser needs to make a passkey. */
export async function begin(browser: Browser, { password }: { password?: string }): Promise<Outcome> {
  const session = await requireOwner(browser, password);
  const count = await prisma().passkey.count({ where: { accountId: session.accountId } });
  if (count >= MAX_PASSKEYS)
    throw invalid([{ param: "name", message: `there are ${MAX_PASSKEYS} passkeys already; remove one first` }]);
  const { body, cookies } = await forward(browser, "/passkey/generate-register-options", null);
  // The library knows one name, chosen when it starts. What is signed contains only the id.
  return { body: { ...body, rp: { ...(body.rp as object), name: await marketplaceName() } }, cookies };
}

/** Adds the passkey that the browser has made. */
export async function add(browser: Browser, { name, response }: AddPasskeyInput): Promise<Outcome> {
  await ownSession(browser);
  const { body, cookies } = await forward(browser, "/passkey/verify-registration", { name, response });
  await notify(pool(), String(body.userId), newId(), {
    kind: "security_passkey",
    data: { isOn: true, name },
  });
  return { body: { status: "added" }, cookies };
}

/** Removes a passkey. */
export async function remove(browser: Browser, { id, password }: { id: string; password?: string }): Promise<Outcome> {
  const { accountId } = await requireOwner(browser, password);
  await transaction(async (db) => {
    const passkey = await prisma(db).passkey.findFirst({ where: { id, accountId } });
    if (!passkey) throw notFound();
    await prisma(db).passkey.delete({ where: { id } });
    const data = { isOn: false, name: passkey.name ?? "" };
    await notify(db, accountId, newId(), { kind: "security_passkey", data });
  });
  return { body: { status: "removed" }, cookies: [] };
}

/** The passkeys of an account, the oldest first. */
export async function list(accountId: string) {
  const rows = await prisma().passkey.findMany({ where: { accountId }, orderBy: { createdAt: "asc" } });
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name: name ?? "Passkey",
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}
