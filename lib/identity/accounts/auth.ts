import { passkey } from "@better-auth/passkey";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { twoFactor } from "better-auth/plugins/two-factor";
import {
  announceProvider,
  finishRegistration,
  requireMayRegister,
  storedCredential,
} from "@/lib/identity/accounts/auth-hooks";
import { hashPassword, verifyPassword } from "@/lib/identity/accounts/password";
import { providerConfigs } from "@/lib/identity/accounts/providers";
import { withTwoFactorKeys } from "@/lib/identity/accounts/two-factor-keys";
import { prisma } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { newId } from "@/lib/platform/core/ids";
import { LIMITS } from "@/lib/platform/core/limits";
import { log } from "@/lib/platform/core/log";
import * as site from "@/lib/platform/site/service";

/** A session that is not used ends after this long. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** A session's end moves at most once in this time, so that reading a page writes nothing. */
export const SESSION_RENEWAL_SECONDS = 24 * 60 * 60;
const CHALLENGE_SECONDS = 10 * 60;
const RECOVERY_CODES = 10;
/** The library's own name for us. People see the setting: see `enableTwoFactor` and `passkeys.begin`. */
const APP_NAME = "Skills Marketplace";
const COOKIE_PREFIX = "marketplace";
/** The header in which we tell the library the address that we trust; a client's own is overwritten. */
export const ADDRESS_HEADER = "x-marketplace-address";

/** Options that every use of the library shares: our tables, secret and cookies. */
export function sharedOptions() {
  const { PUBLIC_URL, SESSION_SECRET } = env();
  return {
    appName: APP_NAME,
    baseURL: PUBLIC_URL,
    secret: SESSION_SECRET,
    trustedOrigins: [PUBLIC_URL],
    database: prismaAdapter(prisma(), { provider: "postgresql", transaction: true }),
    user: { modelName: "account" },
    session: {
      fields: { userId: "accountId" },
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_RENEWAL_SECONDS,
    },
    account: {
      modelName: "credential",
      fields: { userId: "ownerId", accountId: "externalId" },
      updateAccountOnSignIn: false,
    },
    // A leaked database contains no usable link or challenge.
    verification: { storeIdentifier: "hashed" },
    advanced: {
      database: { generateId: newId },
      // The library's own switch would put `__Secure-` in front, and `__Host-` must come first.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(),
      defaultCookieAttributes: { secure: isSecure() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    // The library logs every wrong password; only errors concern the operator.
    logger: {
      log: (level, message) => log[level === "error" ? "error" : "debug"]({ library: "better-auth" }, message),
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  } satisfies BetterAuthOptions;
}

function create() {
  const { session, ...shared } = sharedOptions();
  return betterAuth({
    ...shared,
    basePath: "/api/auth",
    // What must not be done with a stolen session asks for more than a recent one; see `confirmOwner`.
    session: { ...session, freshAge: 0 },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: LIMITS.password.minLength,
      maxPasswordLength: LIMITS.password.maxLength,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    plugins: [
      withTwoFactorKeys(),
      secondStep(),
      genericOAuth({ config: providerConfigs() }),
      passkey({
        rpName: APP_NAME,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        registration: {
          afterVerification: ({ verification }) => {
            requireVerified(verification.registrationInfo?.userVerified);
          },
        },
        authentication: {
          afterVerification: ({ verification }) => {
            requireVerified(verification.authenticationInfo.userVerified);
          },
        },
        advanced: { webAuthnChallengeCookie: "passkey" },
        schema: { passkey: { fields: { userId: "accountId" } } },
      }),
    ],
    onAPIError: { errorURL: `${env().PUBLIC_URL}/sign-in` },
    databaseHooks: {
      session: { create: { before: ({ userId }) => requireOpen(userId), after: noteSignIn } },
      account: { create: { before: storedCredential, after: announceProvider } },
      user: {
        create: {
          // What makes an administrator is proved by our own link alone.
          before: async (user) => {
            await requireMayRegister(user.email);
            return {
              data: { ...user, image: null, emailVerified: !env().ADMIN_EMAILS.includes(user.email) },
            };
          },
          after: finishRegistration,
        },
        update: { before: async ({ emailVerified: _, ...rest }) => ({ data: rest }) },
      },
    },
  });
}

/** The second step after a password, and after a provider that signs in. */
function secondStep() {
  const plugin = twoFactor({
    twoFactorCookieMaxAge: CHALLENGE_SECONDS,
    backupCodeOptions: { amount: RECOVERY_CODES, storeBackupCodes: "encrypted" },
    // An account without a password confirms by a recent sign-in; see `confirmOwner`.
    allowPasswordless: true,
    // The library's lockout would let strangers lock the owner out; our limits count known browsers separately.
    accountLockout: { enabled: false },
    schema: { twoFactor: { fields: { userId: "accountId" } } },
  });
  type Hook = (typeof plugin.hooks.after)[number];
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<Hook["matcher"]>[0]) =>
      hook.matcher(context) || context.path?.startsWith("/callback/") === true,
  }));
  return { ...plugin, hooks: { after } };
}

const isSecure = () => env().PUBLIC_URL.startsWith("https:");
const cookiePrefix = () => (isSecure() ? `__Host-${COOKIE_PREFIX}` : COOKIE_PREFIX);

/** A suspended or closed account gets no session. */
async function requireOpen(accountId: string): Promise<void> {
  const account = await prisma().account.findUnique({ where: { id: accountId } });
  if (account && !account.suspendedAt && !account.closedAt) return;
  throw new APIError("FORBIDDEN", {
    code: "ACCOUNT_SUSPENDED",
    message: account?.suspendedAt ? await suspensionText(account.suspendedAt, account.suspensionReason) : "",
  });
}

/** Why an account is suspended, since when, and where to appeal. */
async function suspensionText(at: Date, reason: string | null): Promise<string> {
  const { settings } = await site.current();
  const since = at.toISOString().slice(0, "2026-11-23".length);
  const contact = settings.support_email ?? settings.operator_name;
  const why = reason ? `: ${reason.replace(/[^.!?]$/, "$&.")}` : ".";
  return `This account was suspended on ${since}${why} To appeal, write to ${contact}.`;
}

async function noteSignIn({ userId }: { userId: string }): Promise<void> {
  await prisma().account.update({ where: { id: userId }, data: { lastSignedInAt: new Date() } });
}

/** A passkey whose holder was not verified is one factor only. */
function requireVerified(isVerified: boolean | undefined): void {
  if (!isVerified) throw new APIError("BAD_REQUEST", { code: "USER_NOT_VERIFIED", message: "not verified" });
}

let instance: ReturnType<typeof create> | undefined;

/** better-auth over our own tables: browser sessions by password and second step, or by passkey. */
export function auth(): ReturnType<typeof create> {
  instance ??= create();
  return instance;
}

/** The full name of a cookie of ours: with `__Host-` over https, plain on a local http address. */
function cookieName(name: string): string {
  return `${cookiePrefix()}.${name}`;
}

/** A `Set-Cookie` header value; `maxAgeSeconds` 0 deletes the cookie. */
export function setCookie(name: string, value: string, maxAgeSeconds: number): string {
  return `${cookieName(name)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;
}

/** The value of a cookie in a Cookie header, or null. */
export function readCookie(header: string | null, name: string): string | null {
  const start = `${cookieName(name)}=`;
  const found = (header ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(start));
  if (!found) return null;
  try {
    return decodeURIComponent(found.slice(start.length));
  } catch {
    return null;
  }
}

/** The session token in a Cookie header, or null. It is not verified. */
export function sessionCookie(cookie: string): string | null {
  return readCookie(cookie, "session_token");
}
