/**
 * Signing in with an organization's OpenID Connect provider. Invariants: what comes back was begun in this browser, within ten minutes, with
 * the settings of now; without a session it opens the organization alone; in a person's session it links and marks that session.
 */
import { ACTING_COOKIE } from "@/lib/identity/accounts/acting-schemas";
import { readCookie, setCookie } from "@/lib/identity/accounts/auth";
import { authenticateSession } from "@/lib/identity/accounts/session-callers";
import type * as sessions from "@/lib/identity/accounts/sessions";
import { may } from "@/lib/identity/keys/permissions";
import * as people from "@/lib/identity/organizations/company-people";
import * as provider from "@/lib/identity/organizations/company-provider";
import { providerOf } from "@/lib/identity/organizations/sign-in";
import { prisma } from "@/lib/platform/core/db";
import { isDomainName } from "@/lib/platform/core/domain-name";
import { AppError } from "@/lib/platform/core/errors";
import type { OrganizationSignIn as Row } from "@/lib/platform/core/generated/client";
import { seal, unseal } from "@/lib/platform/core/sealing";
import * as ratelimit from "@/lib/platform/ratelimit/service";

const COOKIE = "company_sign_in";
const COOKIE_SECONDS = 10 * 60;
const CONTEXT = ["company-sign-in"];
const SIGN_IN_PAGE = "/sign-in/company";

/** What a sign-in is for: a session of the organization, the link to a person's own session, or an owner's test. */
type Intent = "sign-in" | "link" | "test";
export type Asked = {
  /** The domain of a company, or the handle of an organization of the signed-in person. */
  domain: string | null;
  handle: string | null;
  isTest: boolean;
  next: string;
  /** Whether the browser's pages act for the organization afterwards. */
  isActing: boolean;
};
type Flow = Asked & {
  intent: Intent;
  organizationId: string;
  issuer: string;
  clientId: string;
  sessionId: string | null;
  until: number;
  started: provider.Started;
};
type Redirection = { location: string; cookies: string[] };
type With = Row & { organization: { handle: string; name: string } };

/** What ends a browser's way through: the query of the provider, and the organization that the callback's path names. */
type Back = { organizationId: string; search: string };

const open = { suspendedAt: null, closedAt: null };
const WITH_NAMES = { organization: { select: { handle: true, name: true } } } as const;

/** Whether any organization has a sign-in that is ready. Says nothing of which. */
export async function isOffered(): Promise<boolean> {
  const where = { verifiedAt: { not: null }, organization: open };
  return (await prisma().organizationSignIn.findFirst({ where, select: { organizationId: true } })) !== null;
}

/** The sign-in of an organization of a signed-in person, which the page may name to them; null for none that is ready. */
export async function ofMember(personId: string, handle: string): Promise<With | null> {
  const row = await find({ domain: null, handle }, personId);
  return row?.verifiedAt ? row : null;
}

/** A domain can be guessed, so the page says nothing of its organization; a handle is shown to members only. */
async function find(
  { domain, handle }: Pick<Asked, "domain" | "handle">,
  personId: string | null,
): Promise<With | null> {
  if (domain !== null)
    return isDomainName(domain)
      ? prisma().organizationSignIn.findFirst({
          where: { domain, verifiedAt: { not: null }, organization: open },
          include: WITH_NAMES,
        })
      : null;
  if (handle === null || personId === null) return null;
  const organization = { handle, ...open, members: { some: { personId } } };
  return prisma().organizationSignIn.findFirst({ where: { organization }, include: WITH_NAMES });
}

/**
 * Begins a sign-in: where the browser goes, and the cookie that it comes back with. A person's own session is linked, and never replaced.
 * Throws rate_limited.
 */
export async function begin(browser: sessions.Browser, asked: Asked): Promise<Redirection> {
  await ratelimit.countAttempt("companySignIn", [], browser.address);
  const failed = (error: string, reason?: string) => ({ location: failureAt(asked, error, reason), cookies: [] });
  const own = await ownSessionOf(browser, asked);
  if (asked.domain === null && own === null) return failed("company_session");
  const row = await find(asked, own?.personId ?? null);
  if (!row || (!asked.isTest && !row.verifiedAt)) return failed("company_unknown");
  const intent = asked.isTest ? "test" : own === null ? "sign-in" : "link";
  const sessionId = own?.id ?? null;
  try {
    const { location, started } = await provider.begin(providerOf(row), row.organizationId);
    const { organizationId, issuer, clientId } = row;
    const until = Date.now() + COOKIE_SECONDS * 1000;
    const flow: Flow = { ...asked, intent, organizationId, issuer, clientId, sessionId, until, started };
    const cookie = setCookie(COOKIE, seal(JSON.stringify(flow), CONTEXT), COOKIE_SECONDS);
    return { location, cookies: [cookie] };
  } catch (error) {
    return failed("company_failed", provider.reasonOf(error));
  }
}

/** The session that a link or a test is for: a person's own, and for a test an owner's. Null without one. */
async function ownSessionOf({ headers }: sessions.Browser, { isTest, handle }: Asked) {
  const caller = await authenticateSession(headers, { actingFor: isTest ? handle : null });
  if (!caller?.session || caller.impersonation) return null;
  const { id, isCompany } = caller.session;
  const isOwn = isTest ? caller.organization?.handle === handle && may(caller, "manage") : !isCompany;
  return isOwn ? { id, personId: caller.personId } : null;
}

/**
 * Ends a sign-in with the provider's response. Its path names the organization at whose provider the browser was, which must be the one
 * that it began with: the code of another provider is not sent to this one. Throws rate_limited.
 */
export async function finish(browser: sessions.Browser, { organizationId, search }: Back): Promise<Redirection> {
  await ratelimit.countAttempt("companySignIn", [], browser.address);
  const cookies = [setCookie(COOKIE, "", 0)];
  const flow = flowOf(browser);
  if (flow?.organizationId !== organizationId) return { location: `${SIGN_IN_PAGE}?error=company_expired`, cookies };
  const failed = (error: string, reason?: string) => ({ location: failureAt(flow, error, reason), cookies });
  const row = await prisma().organizationSignIn.findFirst({
    where: { organizationId, organization: open },
    include: WITH_NAMES,
  });
  if (!row || row.issuer !== flow.issuer || row.clientId !== flow.clientId) return failed("company_failed", "changed");
  let claims: provider.Claims;
  try {
    claims = await provider.finish(providerOf(row), row.organizationId, search, flow.started);
  } catch (error) {
    const reason = provider.reasonOf(error);
    return failed(reason === "access_denied" ? "company_denied" : "company_failed", reason);
  }
  try {
    const { refusal, cookie } = await settle(browser, flow, row, claims);
    if (refusal) return failed(refusal);
    const acting = flow.isActing
      ? [`${ACTING_COOKIE}=${row.organizationId}; Path=/; Max-Age=31536000; SameSite=Lax`]
      : [];
    return { location: landing(flow, row), cookies: [...cookies, ...acting, ...(cookie ? [cookie] : [])] };
  } catch (error) {
    // The domain or the organization was lost meanwhile.
    if (error instanceof AppError && error.code === "not_found") return failed("company_unknown");
    throw error;
  }
}

type Settled = { refusal?: string; cookie?: string };

async function settle(browser: sessions.Browser, flow: Flow, row: With, claims: provider.Claims): Promise<Settled> {
  if (flow.intent === "sign-in") {
    // Somebody has signed in to their own account meanwhile, in another tab.
    if (await ownSessionOf(browser, flow)) return { refusal: "company_session" };
    return people.admit(row, claims, browser);
  }
  const own = await ownSessionOf(browser, flow);
  if (own === null || own.id !== flow.sessionId) return { refusal: "company_session" };
  if (flow.intent === "test") return people.test(row, claims);
  return people.link(row, claims, { id: own.id, accountId: own.personId });
}

function flowOf({ headers }: sessions.Browser): Flow | null {
  try {
    const flow = JSON.parse(unseal(readCookie(headers.get("cookie"), COOKIE) ?? "", CONTEXT)) as Flow;
    return flow.until > Date.now() ? flow : null;
  } catch {
    return null;
  }
}

const landing = ({ intent, next }: Flow, { organization }: With): string =>
  intent === "test" ? `/organizations/${organization.handle}/sign-in?tested=ok` : next;

/** The page that says why a sign-in failed; `reason` is shown to an owner who tests. */
function failureAt({ isTest, domain, handle, next }: Asked, error: string, reason?: string): string {
  if (isTest && handle)
    return `/organizations/${handle}/sign-in?${new URLSearchParams({ tested: error, ...(reason && { reason }) })}`;
  const query = new URLSearchParams({ next, error });
  if (domain !== null) query.set("domain", domain);
  else if (handle !== null) query.set("organization", handle);
  return `${SIGN_IN_PAGE}?${query}`;
}
