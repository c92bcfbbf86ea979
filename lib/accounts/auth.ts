import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { hashPassword, verifyPassword } from "@/lib/accounts/password";
import { prisma } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/ids";

/** A session lasts this long after its last use. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** A session's end moves at most once in this time, so that reading a page writes nothing. */
const SESSION_RENEWAL_SECONDS = 24 * 60 * 60;
const COOKIE_PREFIX = "marketplace";

function create() {
  const { PUBLIC_URL, SESSION_SECRET } = env();
  const isSecure = PUBLIC_URL.startsWith("https:");
  return betterAuth({
    baseURL: PUBLIC_URL,
    basePath: "/api/auth",
    secret: SESSION_SECRET,
    trustedOrigins: [PUBLIC_URL],
    database: prismaAdapter(prisma(), { provider: "postgresql", transaction: true }),
    user: { modelName: "account" },
    session: {
      fields: { userId: "accountId" },
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_RENEWAL_SECONDS,
    },
    account: { modelName: "credential", fields: { userId: "ownerId", accountId: "externalId" } },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    advanced: {
      database: { generateId: newId },
      useSecureCookies: isSecure,
      cookiePrefix: isSecure ? `__Host-${COOKIE_PREFIX}` : COOKIE_PREFIX,
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  });
}

let instance: ReturnType<typeof create> | undefined;

/** better-auth over our own tables: browser sessions by e-mail and password. */
export function auth(): ReturnType<typeof create> {
  instance ??= create();
  return instance;
}

/** Whether a Cookie header carries a session of ours at all. */
export function hasSessionCookie(cookie: string): boolean {
  return cookie.includes(`${COOKIE_PREFIX}.session_token=`);
}
