/**
 * Signing in with GitHub or Google.
 * Invariants: only an email that the provider has verified counts; it opens an existing account only if that account's
 * own email is verified; the second factor and suspensions hold as after a password; nothing of the provider is stored
 * but whom its id stands for.
 */
import { auth } from "@/lib/identity/accounts/auth";
import { deviceCookie } from "@/lib/identity/accounts/device";
import { PROVIDER_NAMES, type ProviderId } from "@/lib/identity/accounts/providers";
import { ask, forward } from "@/lib/identity/accounts/session-forwarding";
import type { RemoveProviderInput } from "@/lib/identity/accounts/session-schemas";
import {
  type Browser,
  countSignIn,
  currentSession,
  type Outcome,
  requireOwner,
} from "@/lib/identity/accounts/sessions";
import { prisma, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { notify } from "@/lib/platform/notifications/service";

type Redirection = { location: string; cookies: string[] };

/** Begins a sign-in: where the browser goes, and the cookies that it comes back with. */
export async function begin(browser: Browser, provider: ProviderId, next: string): Promise<Redirection> {
  await countSignIn(browser);
  const { PUBLIC_URL } = env();
  const { body, cookies } = await forward(browser, "/sign-in/social", {
    provider,
    callbackURL: `${PUBLIC_URL}${next}`,
    newUserCallbackURL: `${PUBLIC_URL}${next === "/" ? "/welcome" : next}`,
    errorCallbackURL: `${PUBLIC_URL}/sign-in?${new URLSearchParams({ next, from: provider })}`,
    disableRedirect: true,
  });
  return { location: String(body.url), cookies };
}

/** Why a sign-in did not come about, by the session library's codes; the sign-in page has words for each of ours. */
const FAILURES: Record<string, string> = {
  email_not_found: "provider_email",
  account_not_linked: "provider_not_linked",
  access_denied: "provider_denied",
  ACCOUNT_SUSPENDED: "account_suspended",
  REGISTRATION_CLOSED: "registration_closed",
};

/**
 * Ends a sign-in with what the provider's answer in `search` says: a session, the second step, or the sign-in page with
 * the reason.
 */
export async function finish(browser: Browser, provider: ProviderId, search: string): Promise<Redirection> {
  const old = await currentSession(browser);
  const answer = await ask(browser, `/callback/${provider}${search}`, null);
  const cookies = answer.headers.getSetCookie();
  const location = URL.parse(answer.headers.get("location") ?? "", env().PUBLIC_URL);
  const body = (await answer.json().catch(() => null)) as { twoFactorRedirect?: boolean } | null;
  const here = location ? location.pathname + location.search : "/";
  if (body?.twoFactorRedirect) return { location: `/sign-in/code?next=${encodeURIComponent(here)}`, cookies };
  const email = await emailOf(cookies);
  if (email === null) return { location: failureOf(location, provider), cookies };
  if (old) await prisma().session.deleteMany({ where: { id: old.session.id } });
  return { location: here, cookies: [...cookies, deviceCookie(email, "signed-in")] };
}

/** Whose session these new cookies carry, if any. */
async function emailOf(cookies: string[]): Promise<string | null> {
  const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
  const found = await auth().api.getSession({ headers: new Headers({ cookie }) });
  return found?.user.email ?? null;
}

function failureOf(location: URL | null, provider: ProviderId): string {
  const reason = location?.searchParams.get("error") ?? "no answer";
  log.info({ provider, reason }, "a sign-in with a provider failed");
  const next = location?.searchParams.get("next") ?? "/";
  const error = FAILURES[reason] ?? "provider_failed";
  return `/sign-in?${new URLSearchParams({ next, error, from: provider })}`;
}

/** The providers that sign in to an account, the oldest first. */
export async function list(accountId: string) {
  const rows = await prisma().credential.findMany({
    where: { ownerId: accountId, providerId: { in: Object.keys(PROVIDER_NAMES) } },
    orderBy: { createdAt: "asc" },
  });
  return rows.map(({ providerId, createdAt }) => ({
    provider: providerId as ProviderId,
    created_at: createdAt.toISOString(),
  }));
}

/** Ends signing in with a provider. */
export async function remove(browser: Browser, input: RemoveProviderInput): Promise<Outcome> {
  const { accountId } = await requireOwner(browser, input.password);
  await transaction(async (db) => {
    const providerId = input.provider;
    const { count } = await prisma(db).credential.deleteMany({ where: { ownerId: accountId, providerId } });
    if (count === 0) throw notFound();
    const [left, passkeys] = [
      await prisma(db).credential.count({ where: { ownerId: accountId } }),
      await prisma(db).passkey.count({ where: { accountId } }),
    ];
    if (left + passkeys === 0)
      throw new AppError(
        "account_in_use",
        "This is your only way to sign in. Set a password with “Forgot your password?”, or add a passkey, first.",
      );
    const data = { isOn: false, name: PROVIDER_NAMES[providerId] };
    await notify(db, accountId, newId(), { kind: "security_provider", data });
  });
  return { body: { status: "removed" }, cookies: [] };
}
