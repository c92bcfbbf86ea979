import { Handle } from "@/lib/identity/accounts/handle-schemas";
import * as providerSignIn from "@/lib/identity/accounts/provider-sign-in";
import { configuredProviders, PROVIDERS } from "@/lib/identity/accounts/providers";
import * as companySignIn from "@/lib/identity/organizations/company-sign-in";
import { nextPath } from "@/lib/interfaces/http/next-path";
import { requireSameOrigin } from "@/lib/interfaces/http/session";
import { AppError } from "@/lib/platform/core/errors";

const COMPANY = "company";
const PATH = new RegExp(`^/(sign-in|callback)/(${[...PROVIDERS, COMPANY].join("|")})$`);

/** Whether a path signs in with a provider that this installation may have. */
export const isProviderPath = (path: string) => PATH.test(path);

/**
 * Answers the links that sign in with a provider: `/sign-in/<provider>` leads to it, `/callback/<provider>` is where it
 * sends the browser back, which its state cookie proves. Null for any other path.
 */
export async function answerProvider(request: Request, path: string, address: string): Promise<Response | null> {
  const [, step, name] = PATH.exec(path) ?? [];
  if (name === COMPANY) return answerCompany(request, step === "callback", address);
  const provider = configuredProviders().find((id) => id === name);
  if (!provider) return null;
  const url = new URL(request.url);
  const browser = { headers: request.headers, address };
  if (step === "callback") return leadTo(await providerSignIn.finish(browser, provider, url.search));
  requireSameOrigin(request);
  const next = nextPath(url.searchParams.get("next") ?? undefined);
  try {
    return leadTo(await providerSignIn.begin(browser, provider, next));
  } catch (error) {
    if (!(error instanceof AppError && error.code === "rate_limited")) throw error;
    return leadTo({ location: `/sign-in?${new URLSearchParams({ next, error: error.code })}`, cookies: [] });
  }
}

/**
 * Answers `/sign-in/company`, which leads to an organization's provider by its email `domain`, or links the session to that of an
 * `organization`, or tests it; and `/callback/company`.
 */
async function answerCompany(request: Request, isCallback: boolean, address: string): Promise<Response> {
  const url = new URL(request.url);
  const browser = { headers: request.headers, address };
  if (!isCallback) requireSameOrigin(request);
  const handle = url.searchParams.get("organization");
  const domain = url.searchParams.get("domain")?.trim().toLowerCase() ?? null;
  const link = url.searchParams.has("test") ? "test" : "link";
  const asked: companySignIn.Asked = {
    intent: handle === null ? "sign-in" : link,
    domain: handle === null ? domain : null,
    handle: Handle.safeParse(handle).data ?? null,
    next: nextPath(url.searchParams.get("next") ?? undefined),
    isActing: url.searchParams.has("act"),
  };
  try {
    return leadTo(await (isCallback ? companySignIn.finish(browser, url.search) : companySignIn.begin(browser, asked)));
  } catch (error) {
    if (!(error instanceof AppError && error.code === "rate_limited")) throw error;
    return leadTo({ location: `/sign-in/company?${new URLSearchParams({ error: error.code })}`, cookies: [] });
  }
}

function leadTo({ location, cookies }: { location: string; cookies: string[] }): Response {
  const response = new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
