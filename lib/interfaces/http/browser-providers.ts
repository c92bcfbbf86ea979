import { Handle } from "@/lib/identity/accounts/handle-schemas";
import * as providerSignIn from "@/lib/identity/accounts/provider-sign-in";
import { configuredProviders, PROVIDERS } from "@/lib/identity/accounts/providers";
import * as companySignIn from "@/lib/identity/organizations/company-sign-in";
import { readBytes } from "@/lib/interfaces/http/body";
import { nextPath } from "@/lib/interfaces/http/next-path";
import { requireSameOrigin } from "@/lib/interfaces/http/session";

const COMPANY = "company";
const PATH = new RegExp(`^/(sign-in|callback)/(${[...PROVIDERS, COMPANY].join("|")})(?:/([0-9a-f-]{36}))?$`);
/** Largest form: it takes a few short fields. */
const MAX_FORM_BYTES = 8 * 1024;

/** What a path that signs in with a provider does, or null for any other. */
export function providerAction(path: string): string | null {
  const [, step, name] = PATH.exec(path) ?? [];
  return step ? `${step}/${name}` : null;
}

const nextOf = (url: URL) => nextPath(url.searchParams.get("next") ?? undefined);

/** The page to return to when a sign-in with a provider is rate limited or fails on our side: the browser would show JSON. Else null. */
export function failedAt(url: URL, path: string, code: string): string | null {
  const [, , name] = PATH.exec(path) ?? [];
  if (!name || !["rate_limited", "unavailable", "internal"].includes(code)) return null;
  if (name === COMPANY) return `/sign-in/company?${new URLSearchParams({ error: code })}`;
  return `/sign-in?${new URLSearchParams({ next: nextOf(url), error: code })}`;
}

/**
 * Handles the paths that sign in with a provider: `/sign-in/<provider>` leads to it, `/callback/<provider>` is where it
 * sends the browser back, which its state cookie proves. Null for any other request.
 */
export async function answerProvider(request: Request, path: string, address: string): Promise<Response | null> {
  const [, step, name, id] = PATH.exec(path) ?? [];
  const isCallback = step === "callback";
  if (name === COMPANY && isCallback === (id !== undefined)) return answerCompany(request, id ?? null, address);
  if (request.method !== "GET" || id) return null;
  const provider = configuredProviders().find((id) => id === name);
  if (!provider) return null;
  const url = new URL(request.url);
  const browser = { headers: request.headers, address };
  if (isCallback) return leadTo(await providerSignIn.finish(browser, provider, url.search));
  requireSameOrigin(request);
  return leadTo(await providerSignIn.begin(browser, provider, nextOf(url)));
}

/**
 * Handles the form of `/sign-in/company`, which leads to an organization's provider by the `domain` of an email or to that of an
 * `organization` of the signed-in person, and `/callback/company/<organization>`. A link can't begin it: it joins, or signs in.
 */
async function answerCompany(request: Request, organizationId: string | null, address: string) {
  const browser = { headers: request.headers, address };
  const { search } = new URL(request.url);
  if (request.method !== (organizationId === null ? "POST" : "GET")) return null;
  if (organizationId !== null) return leadTo(await companySignIn.finish(browser, { organizationId, search }));
  requireSameOrigin(request);
  return leaveFor(await companySignIn.begin(browser, await askedBy(request)));
}

async function askedBy(request: Request): Promise<companySignIn.Asked> {
  const sent = new URLSearchParams(Buffer.from(await readBytes(request, MAX_FORM_BYTES)).toString("utf8"));
  const handle = sent.get("organization");
  // People also type their whole email.
  const domain = (sent.get("domain") ?? "").trim().toLowerCase().replace(/^.*@/, "");
  return {
    domain: handle === null ? domain : null,
    handle: Handle.safeParse(handle).data ?? null,
    isTest: handle !== null && sent.has("test"),
    next: nextPath(sent.get("next") ?? undefined),
    isActing: handle !== null && sent.has("act"),
  };
}

/** Leads a form to another site by a page: the policy of our pages lets forms, and their redirects, go to us alone. */
function leaveFor({ location, cookies }: { location: string; cookies: string[] }): Response {
  if (location.startsWith("/")) return leadTo({ location, cookies });
  const headers = {
    refresh: `0; url=${location}`,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  };
  return withCookies(new Response("<!doctype html><title>Continue to your organization</title>", { headers }), cookies);
}

function leadTo({ location, cookies }: { location: string; cookies: string[] }): Response {
  const headers = { location, "cache-control": "no-store" };
  return withCookies(new Response(null, { status: 303, headers }), cookies);
}

function withCookies(response: Response, cookies: string[]): Response {
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
