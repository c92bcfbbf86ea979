import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { Viewer } from "@/components/shell/header";
import { shownAccount } from "@/lib/identity/accounts/acting";
import { authenticateSession } from "@/lib/identity/accounts/session-callers";
import * as organizations from "@/lib/identity/organizations/service";
import { PAGE_HEADER } from "@/lib/interfaces/http/next-path";
import * as ledger from "@/lib/money/ledger/service";
import type { Caller } from "@/lib/platform/core/caller";
import { env } from "@/lib/platform/core/env";
import { log } from "@/lib/platform/core/log";
import * as notifications from "@/lib/platform/notifications/service";
import { DEFAULTS } from "@/lib/platform/site/schemas";
import * as site from "@/lib/platform/site/service";

/** The account that looks at this page, or null; asked once a request. */
export const getCaller = cache(async (): Promise<Caller | null> => {
  const asked = await headers();
  return authenticateSession(asked, { actingFor: shownAccount(asked) });
});

/** The credits of the account that looks at this page; read once a request. */
export const getBalance = cache(async () => {
  const caller = await getCaller();
  return caller && ledger.balance(caller);
});

/** What the head of the page shows of the account. */
export async function getViewer(): Promise<Viewer> {
  const caller = await getCaller();
  if (!caller) return null;
  // Every page has this head: without these counts it is still worth showing.
  const [balance, unread, memberships] = await Promise.all([
    getBalance().catch(unknownCount),
    notifications.countUnread(caller).catch(unknownCount),
    caller.impersonation ? null : organizations.list(caller).catch(unknownCount),
  ]);
  return {
    accountId: caller.accountId,
    organization: caller.organization ?? null,
    accounts: (memberships?.data ?? []).map(({ id, name, handle }) => ({ id, name, handle })),
    personId: caller.session?.isCompany ? null : caller.personId,
    name: caller.name,
    email: caller.email,
    isAdmin: caller.isAdmin,
    impersonation: caller.impersonation
      ? { accountId: caller.accountId, leftMs: caller.impersonation.endsAt.getTime() - Date.now() }
      : null,
    isVerified: caller.session?.isCompany || (caller.session?.emailVerified ?? true),
    balance,
    unread: unread ?? 0,
  };
}

function unknownCount(err: unknown): null {
  log.error({ err }, "a count in the page's head could not be read");
  return null;
}

/** What the operator shows on every page. Without it a page is still worth showing. */
export const getNotices = cache(async () => {
  const { settings } = await site.current().catch((err: unknown) => {
    log.error({ err }, "the settings of the marketplace could not be read");
    return { settings: null };
  });
  return {
    name: settings?.marketplace_name ?? DEFAULTS.marketplace_name,
    logo: settings?.logo ?? null,
    accent: settings?.accent_color ?? null,
    announcement: settings?.announcement ?? null,
    support: settings?.support_email ?? null,
  };
});

/** Whether mails lie in a mailbox of this machine, where a visitor can read them. */
export function hasMailbox(): boolean {
  const { APP_ENV, SMTP_URL } = env();
  return APP_ENV === "local" && SMTP_URL === undefined;
}

/**
 * The account that looks at this page; visitors are sent to sign in, and back afterwards: to the address that our host
 * says was asked for, with its query, or to `path` under any other host.
 */
export async function requireCaller(path: string): Promise<Caller> {
  const caller = await getCaller();
  if (caller && !caller.signInAt) return caller;
  const asked = URL.parse((await headers()).get(PAGE_HEADER) ?? path, "http://page.invalid");
  asked?.searchParams.delete("_rsc");
  const here = asked?.pathname === path ? asked.pathname + asked.search : path;
  if (caller?.signInAt) signInAt(caller.signInAt, here);
  redirect(`/sign-in?next=${encodeURIComponent(here)}`);
}

/** Sends a member to the organization's own sign-in, and back afterwards. */
function signInAt(organization: string, next: string): never {
  redirect(`/sign-in/company?${new URLSearchParams({ organization, next })}`);
}

/**
 * The member who looks at the page of an organization, which need not be the account that the other pages show; 404 for others.
 */
export async function requireMember(
  handle: string,
  path: string,
): Promise<Caller & Required<Pick<Caller, "organization">>> {
  const caller = await authenticateSession(await headers(), { actingFor: handle });
  if (!caller) await requireCaller(path);
  if (caller?.signInAt === handle) signInAt(handle, path);
  if (caller?.organization?.handle !== handle) notFound();
  return caller as Caller & Required<Pick<Caller, "organization">>;
}
