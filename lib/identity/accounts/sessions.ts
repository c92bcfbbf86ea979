/**
 * Browser sessions: sign-in, two-factor, changes of credentials, and the list of sessions. Invariants: every attempt is
 * counted in PostgreSQL before it is checked; strangers' attempts never consume the limits of a browser that the owner
 * has used before; a sign-in ends the session it came with; an unused session expires, and reading it does not prolong
 * it.
 */
import { createHash } from "node:crypto";
import { auth, readCookie, SESSION_RENEWAL_SECONDS, SESSION_SECONDS, setCookie } from "@/lib/identity/accounts/auth";
import { deviceCookie, hasDeviceCookie, knownDevice } from "@/lib/identity/accounts/device";
import * as links from "@/lib/identity/accounts/links";
import { ownSession } from "@/lib/identity/accounts/own-session";
import { confirmOwner } from "@/lib/identity/accounts/ownership";
import { requireUncommon, withPasswordTurn } from "@/lib/identity/accounts/password";
import { forward } from "@/lib/identity/accounts/session-forwarding";
import { refusalOf } from "@/lib/identity/accounts/session-refusals";
import type { ChangePasswordInput, ResetInput, SignInInput } from "@/lib/identity/accounts/session-schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { pool, prisma, query } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { wholeList } from "@/lib/platform/core/page";
import { notify } from "@/lib/platform/notifications/service";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { marketplaceName } from "@/lib/platform/site/service";

/** Most sessions that the list shows; older ones can still be ended together. */
const MAX_LISTED = 100;
const MAX_USER_AGENT_CHARS = 300;
/** A one-time code is valid for 90 seconds; it cannot be reused for this long. */
const USED_CODE_SECONDS = 180;

/** The browser's request, with the IP address that we trust. */
export type Browser = { headers: Headers; address: string };

/** The response to a browser: a body and cookies. */
export type Outcome = { body: Record<string, unknown>; cookies: string[] };

/** Counts an attempt to sign in by IP address, or later if a device cookie may be the owner's. */
export async function countSignIn({ headers, address }: Browser): Promise<void> {
  if (!hasDeviceCookie(headers.get("cookie"))) await ratelimit.countAttempt("signIn", [], address);
}

/**
 * Starts a session, or requires the second step. Unknown emails and wrong passwords get the same response in the same
 * time.
 */
export async function signIn(browser: Browser, { email, password }: SignInInput): Promise<Outcome> {
  await countAttempt(browser, email, "signIn", "signInNewBrowser");
  const old = await currentSession(browser);
  const { body, cookies } = await withPasswordTurn(() => forward(browser, "/sign-in/email", { email, password }));
  if (old) await prisma().session.deleteMany({ where: { id: old.session.id } });
  if (body.twoFactorRedirect) return { body: { status: "two_factor_required" }, cookies };
  return { body: { status: "signed_in" }, cookies: [...cookies, deviceCookie(email, "signed-in")] };
}

/**
 * Ends a sign-in with a code of the authenticator or a recovery code; with a code and a session, switches two-factor
 * on. Each code works once.
 */
export async function secondStep(browser: Browser, kind: "totp" | "recovery", code: string): Promise<Outcome> {
  const session = await ownSession(browser);
  if (session && kind === "recovery") throw refusalOf("ALREADY_SIGNED_IN");
  const account = session ? session.user : await challengedAccount(browser);
  if (!account) throw refusalOf("INVALID_TWO_FACTOR_COOKIE");
  // Strangers' attempts share a limit for one-time codes only: with a recovery code, which is too long to guess, the
  // owner can sign in meanwhile.
  const newBrowsers = kind === "totp" ? "secondStepNewBrowser" : null;
  await countAttempt(browser, account.email, "secondStep", newBrowsers);
  const isNew = await ratelimit.takeOnce(`code:${kind}`, `${account.id}:${code}`, USED_CODE_SECONDS);
  if (!isNew && !session) throw refusalOf("INVALID_CODE");
  const path = kind === "totp" ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code";
  const { cookies } = await forward(browser, path, { code });
  if (session) await notifyOwner(account.id, "security_two_factor", true);
  return { body: { status: "signed_in" }, cookies: [...cookies, deviceCookie(account.email, "signed-in")] };
}

/** Ends the session of this browser. */
export async function signOut(browser: Browser): Promise<Outcome> {
  const { cookies } = await forward(browser, "/sign-out", {});
  return { body: { status: "signed_out" }, cookies };
}

/** Changes the password; every other session and every reset link ends. */
export async function changePassword(browser: Browser, input: ChangePasswordInput): Promise<Outcome> {
  const accountId = await countPassword(browser);
  await requireUncommon(input.new_password, "new_password");
  const { cookies } = await forward(browser, "/change-password", {
    currentPassword: input.current_password,
    newPassword: input.new_password,
    revokeOtherSessions: true,
  });
  await links.endResets(accountId);
  await notifyOwner(accountId, "security_password", true);
  return { body: { status: "changed" }, cookies };
}

/** Counts an attempt to reset a password, by IP address. */
export async function countReset({ address }: Browser): Promise<void> {
  await ratelimit.countAttempt("resetPassword", [], address);
}

/** Mails a link to choose a new password. The answer and the work are the same for every email. */
export async function requestReset(email: string): Promise<Outcome> {
  await links.request("reset-password", email);
  return { body: { status: "sent" }, cookies: [] };
}

/** Sets a new password by link and marks this browser as the owner's. */
export async function resetPassword({ token, new_password, end_keys }: ResetInput): Promise<Outcome> {
  const { email } = await links.resetPassword(token, new_password, { isEndingKeys: end_keys });
  return { body: { status: "changed" }, cookies: [deviceCookie(email, "reset")] };
}

/** Starts two-factor setup: returns a secret and recovery codes, active once a code confirms them. */
export async function enableTwoFactor(browser: Browser, password?: string): Promise<Outcome> {
  await requireOwner(browser, password);
  const { body, cookies } = await forward(browser, "/two-factor/enable", {
    password,
    method: "totp",
    issuer: await marketplaceName(),
  });
  return { body: { totp_uri: body.totpURI, recovery_codes: body.backupCodes }, cookies };
}

/** Switches two-factor off. */
export async function disableTwoFactor(browser: Browser, password?: string): Promise<Outcome> {
  const { accountId } = await requireOwner(browser, password);
  const { cookies } = await forward(browser, "/two-factor/disable", { password });
  await notifyOwner(accountId, "security_two_factor", false);
  return { body: { status: "disabled" }, cookies };
}

/** Makes new recovery codes; the old ones end. */
export async function renewRecoveryCodes(browser: Browser, password?: string): Promise<Outcome> {
  const { accountId } = await requireOwner(browser, password);
  const { body, cookies } = await forward(browser, "/two-factor/generate-backup-codes", { password });
  await notifyOwner(accountId, "security_codes", true);
  return { body: { recovery_codes: body.backupCodes }, cookies };
}

/** The caller's sessions, the latest first. */
export async function list(caller: Caller) {
  const { id } = requireSession(caller);
  const rows = await prisma().session.findMany({
    where: { accountId: caller.accountId, expiresAt: { gt: new Date() } },
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  const organizations = await prisma().account.findMany({
    where: { id: { in: rows.flatMap(({ companyId, companyOnly }) => (companyId && companyOnly ? companyId : [])) } },
    select: { id: true, handle: true, name: true },
  });
  return wholeList(
    rows.map((row) => ({
      id: row.id,
      current: row.id === id,
      organization: (row.companyOnly && organizations.find((one) => one.id === row.companyId)) || null,
      address: row.ipAddress || null,
      user_agent: row.userAgent?.slice(0, MAX_USER_AGENT_CHARS) || null,
      created_at: row.createdAt,
      last_used_at: row.updatedAt,
      expires_at: row.expiresAt,
    })),
  );
}

/** Ends one session of the caller. */
export async function end(caller: Caller, id: string) {
  requireSession(caller);
  const { count } = await prisma().session.deleteMany({ where: { id, accountId: caller.accountId } });
  if (count === 0) throw notFound();
  return { ended: count };
}

/** Ends every session of the caller, or every other one. */
export async function endAll(caller: Caller, { keepCurrent }: { keepCurrent: boolean }) {
  const { id } = requireSession(caller);
  const { count } = await prisma().session.deleteMany({
    where: { accountId: caller.accountId, ...(keepCurrent && { id: { not: id } }) },
  });
  return { ended: count };
}

/** Makes sure that a signed-in caller owns the account. */
export async function confirmPassword(caller: Caller, password?: string): Promise<void> {
  const { id } = requireSession(caller);
  await confirmOwner({ id, accountId: caller.personId }, password);
}

/** The session of a caller. */
export function requireSession(caller: Caller): NonNullable<Caller["session"]> {
  if (caller.session) return caller.session;
  throw new AppError("session_required", "Sign in to the marketplace to do this; an API key may not.");
}

/** The session and account of a browser, or null. Only `prolong` extends the session, where a cookie can be sent. */
export function currentSession({ headers }: Pick<Browser, "headers">) {
  return auth().api.getSession({ headers, query: { disableRefresh: true } });
}

/** Whether a session's expiry is due to be extended. */
export function isDue(expiresAt: Date): boolean {
  return expiresAt.getTime() - Date.now() < (SESSION_SECONDS - SESSION_RENEWAL_SECONDS) * 1000;
}

/**
 * Extends the session of these headers, at most once a day, also under concurrent requests. Returns the new cookie, or
 * null when nothing changed.
 */
export async function prolong(headers: Headers): Promise<string | null> {
  const value = readCookie(headers.get("cookie"), "session_token");
  const [token] = (value ?? "").split(".");
  if (!value || !token) return null;
  // Every page asks this before it is rendered.
  const prolonged = await query(
    "accounts.session.prolong",
    `UPDATE session SET expires_at = now() + make_interval(secs => $2::int), updated_at = now()
      WHERE token = $1 AND expires_at > now() AND expires_at < now() + make_interval(secs => $2::int - $3::int)
        AND NOT company_only
        RETURNING id`,
    [token, SESSION_SECONDS, SESSION_RENEWAL_SECONDS],
  );
  return prolonged.length > 0 ? setCookie("session_token", encodeURIComponent(value), SESSION_SECONDS) : null;
}

/**
 * Counts an attempt on an account: per browser with a valid device cookie, else per email for all other browsers
 * together.
 */
async function countAttempt(
  { headers, address }: Browser,
  email: string,
  own: "signIn" | "secondStep",
  newBrowsers: "signInNewBrowser" | "secondStepNewBrowser" | null,
): Promise<void> {
  const device = knownDevice(
    headers.get("cookie"),
    email,
    own === "secondStep" ? ["signed-in"] : ["signed-in", "reset"],
  );
  if (device) {
    await ratelimit.countAttempt(own, [`account:${email}@device:${device}`]);
    if (newBrowsers === "secondStepNewBrowser") await ratelimit.countAttempt("secondStepKnown", [`account:${email}`]);
    return;
  }
  const isCounted = own === "signIn" && !hasDeviceCookie(headers.get("cookie"));
  if (!isCounted) await ratelimit.countAttempt(own, [], address);
  if (newBrowsers) await ratelimit.countAttempt(newBrowsers, [`account:${email}`]);
}

/** Makes sure that the person at a browser owns the account. */
export async function requireOwner(browser: Browser, password: string | undefined) {
  const found = await ownSession(browser);
  if (!found) throw refusalOf("UNAUTHORIZED");
  const session = { id: found.session.id, accountId: found.user.id };
  await confirmOwner(session, password);
  return session;
}

/** Counts a signed-in caller's attempt at the password. Returns the account's email. */
async function countPassword(browser: Browser): Promise<string> {
  const session = await ownSession(browser);
  if (!session) throw refusalOf("UNAUTHORIZED");
  await ratelimit.countAttempt("password", [`session:${session.session.id}`]);
  return session.user.id;
}

/** Notifies the owner of changed credentials; the library has committed the change already. */
async function notifyOwner(
  accountId: string,
  kind: "security_password" | "security_two_factor" | "security_codes",
  isOn: boolean,
): Promise<void> {
  await notify(pool(), accountId, newId(), { kind, data: { isOn } });
}

/** The account that awaits its two-factor code in this browser, or null. */
async function challengedAccount({ headers }: Browser) {
  const [identifier] = (readCookie(headers.get("cookie"), "two_factor") ?? "").split(".");
  if (!identifier) return null;
  const stored = createHash("sha256").update(identifier).digest("base64url");
  const challenge = await prisma().verification.findFirst({
    where: { identifier: stored, expiresAt: { gt: new Date() } },
  });
  return challenge && prisma().account.findUnique({ where: { id: challenge.value } });
}
