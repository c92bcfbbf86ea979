/**
 * Signing in with an organization's OpenID Connect provider. Invariants: what comes back was begun in this browser, within ten minutes, with
 * the settings of now; without a session it opens the organization alone; in a person's session it links and marks that session.
 */
import { ACTING_COOKIE } from "@/lib/identity/accounts/acting-schemas";
import { readCookie, setCookie } from "@/lib/identity/accounts/auth";
import * as companySessions from "@/lib/identity/accounts/company-sessions";
import { authenticateSession } from "@/lib/identity/accounts/session-callers";
import * as sessions from "@/lib/identity/accounts/sessions";
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
export type Intent = "sign-in" | "link" | "test";
export type Asked = {
  intent: Intent;
  domain: string | null;
  handle: string | null;
  next: string;
  /** Whether the browser's pages act for the organization afterwards. */
  isActing: boolean;
};
type Flow = Asked & {
  organizationId: string;
  issuer: string;
  clientId: string;
  sessionId: string | null;
  until: number;
  started: provider.Started;
};
type Redirection = { location: string; cookies: string[] };
type With = Row & { organization: { handle: string; name: string } };

const open = { suspendedAt: null, closedAt: null };
const WITH_NAMES = { organization: { select: { handle: true, name: true } } } as const;

/** The organization whose verified domain an email has, or that has a handle, with its sign-in; null for none that is open. */
export async function find({ domain, handle }: Pick<Asked, "domain" | "handle">): Promise<With | null> {
  if (domain === null ? handle === null : !isDomainName(domain)) return null;
  return prisma().organizationSignIn.findFirst({
    where: {
      ...(domain === null ? { organization: { handle: handle ?? "", ...open } } : { domain, organization: open }),
      ...(domain !== null && { verifiedAt: { not: null } }),
    },
    include: WITH_NAMES,
  });
}

/** Begins a sign-in: where the browser goes, and the cookie that it comes back with. Throws rate_limited. */
export async function begin(browser: sessions.Browser, asked: Asked): Promise<Redirection> {
  await ratelimit.countAttempt("companySignIn", [], browser.address);
  const failed = (error: string, reason?: string) => ({ location: failureAt(asked, error, reason), cookies: [] });
  const row = await find(asked);
  if (!row || (asked.intent !== "test" && !row.verifiedAt)) return failed("company_unknown");
  const sessionId = await sessionFor(browser, asked, row);
  if (asked.intent !== "sign-in" && sessionId === null) return failed("company_session");
  try {
    const { location, started } = await provider.begin(providerOf(row), row.organizationId);
    const { organizationId, issuer, clientId } = row;
    const until = Date.now() + COOKIE_SECONDS * 1000;
    const flow: Flow = { ...asked, organizationId, issuer, clientId, sessionId, until, started };
    const cookie = setCookie(COOKIE, seal(JSON.stringify(flow), CONTEXT), COOKIE_SECONDS);
    return { location, cookies: [cookie] };
  } catch (error) {
    return failed("company_failed", provider.reasonOf(error));
  }
}

/** The session that a link or a test is for: a person's own, or that of an owner. Null without one. */
async function sessionFor({ headers }: sessions.Browser, { intent }: Asked, row: With): Promise<string | null> {
  if (intent === "sign-in") return null;
  const actingFor = intent === "test" ? row.organization.handle : null;
  const caller = await authenticateSession(headers, { actingFor });
  if (!caller?.session || caller.impersonation) return null;
  if (intent === "link") return caller.session.isCompany ? null : caller.session.id;
  return caller.organization && may(caller, "manage") ? caller.session.id : null;
}

/** Ends a sign-in with the provider's response in `search`. Throws rate_limited. */
export async function finish(browser: sessions.Browser, search: string): Promise<Redirection> {
  await ratelimit.countAttempt("companySignIn", [], browser.address);
  const cookies = [setCookie(COOKIE, "", 0)];
  const flow = flowOf(browser);
  if (!flow) return { location: `${SIGN_IN_PAGE}?error=company_expired`, cookies };
  const failed = (error: string, reason?: string) => ({ location: failureAt(flow, error, reason), cookies });
  const row = await prisma().organizationSignIn.findFirst({
    where: { organizationId: flow.organizationId, organization: open },
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
    const admitted = await people.admit(row, claims);
    if ("refusal" in admitted) return admitted;
    const cookie = await companySessions.begin(browser, admitted.accountId, row.organizationId);
    return cookie === null ? { refusal: "account_suspended" } : { cookie };
  }
  const id = await sessionFor(browser, flow, row);
  if (id === null || id !== flow.sessionId) return { refusal: "company_session" };
  if (flow.intent === "test") return people.test(row, claims);
  const found = await sessions.currentSession(browser);
  if (!found) return { refusal: "company_session" };
  const linked = await people.link(row, claims, { id, accountId: found.user.id });
  return "refusal" in linked ? linked : {};
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
function failureAt({ intent, domain, handle, next }: Asked, error: string, reason?: string): string {
  if (intent === "test" && handle)
    return `/organizations/${handle}/sign-in?${new URLSearchParams({ tested: error, ...(reason && { reason }) })}`;
  const query = new URLSearchParams({ next, error });
  if (domain !== null) query.set("domain", domain);
  else if (handle !== null) query.set("organization", handle);
  return `${SIGN_IN_PAGE}?${query}`;
}
