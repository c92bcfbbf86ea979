/**
 * For whom a browser acts. Invariant: what changes something says for whom, as the page showed it; the cookie, which the tabs of a
 * browser share, decides only what is shown.
 */
import { ACTING_COOKIE, ACTING_HEADER } from "@/lib/identity/accounts/acting-schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { env } from "@/lib/platform/core/env";
import { AppError, echo } from "@/lib/platform/core/errors";

const SAFE_METHODS = new Set(["GET", "HEAD"]);
const COOKIE = new RegExp(`(?:^|; *)${ACTING_COOKIE}=([0-9a-z-]+)`);

/** The account for which the pages of a browser act, or null for the person's own. */
export function shownAccount(headers: Headers): string | null {
  return COOKIE.exec(headers.get("cookie") ?? "")?.[1] ?? null;
}

/** The account, by handle or id, for which a request says that it acts, or null. */
export function statedAccount(headers: Headers): string | null {
  return headers.get(ACTING_HEADER)?.trim().toLowerCase() || null;
}

/** Whether a caller acts for an account, which is given by its handle or id. */
export function actsFor(
  { accountId, organization }: Pick<Caller, "accountId" | "organization">,
  account: string,
): boolean {
  return account === accountId || account === organization?.handle;
}

/** Makes sure that a caller has come by the organization's own sign-in, where that is obligatory. Throws company_sign_in_required. */
export function requireSignInAt({ signInAt, key }: Pick<Caller, "signInAt" | "key">): void {
  if (signInAt === undefined) return;
  const url = `${env().PUBLIC_URL}/sign-in/company?organization=${signInAt}`;
  const who = key ? "The member who made this key signs in" : "Sign in";
  throw new AppError(
    "company_sign_in_required",
    `${signInAt} requires its own sign-in. ${who} at ${url}, then repeat this.`,
    { details: { acting_for: signInAt, sign_in_url: url } },
  );
}

/** Makes sure that a caller acts for the account that the request states, and that a page's change states one. */
export function requireStated(caller: Caller, { method, headers }: Pick<Request, "method" | "headers">): void {
  const stated = statedAccount(headers);
  const actingFor = caller.organization?.handle ?? null;
  if (stated !== null && !actsFor(caller, stated))
    throw new AppError(
      "wrong_account",
      caller.key
        ? `This key acts for ${actingFor ?? "its owner"}, and not for ${echo(stated)}. Use a key of that account.`
        : `You can't act for ${echo(stated)}: you are no longer a member, or it is closed or suspended. Reload the page.`,
      { param: "Acting-For", details: { acting_for: actingFor } },
    );
  if (stated === null && caller.session && actingFor !== null && !SAFE_METHODS.has(method))
    throw new AppError(
      "wrong_account",
      `This browser acts for ${actingFor}, which the request doesn't say. Reload the page, or send Acting-For.`,
      { param: "Acting-For", details: { acting_for: actingFor } },
    );
}
