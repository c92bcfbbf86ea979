import * as providerSignIn from "@/lib/identity/accounts/provider-sign-in";
import { configuredProviders, PROVIDERS } from "@/lib/identity/accounts/providers";
import { nextPath } from "@/lib/interfaces/http/next-path";
import { requireSameOrigin } from "@/lib/interfaces/http/session";
import { AppError } from "@/lib/platform/core/errors";

const PATH = new RegExp(`^/(sign-in|callback)/(${PROVIDERS.join("|")})$`);

/** Whether a path signs in with a provider that this installation may have. */
export const isProviderPath = (path: string) => PATH.test(path);

/**
 * Answers the links that sign in with a provider: `/sign-in/<provider>` leads to it, `/callback/<provider>` is where it
 * sends the browser back, which its state cookie proves. Null for any other path.
 */
export async function answerProvider(request: Request, path: string, address: string): Promise<Response | null> {
  const [, step, name] = PATH.exec(path) ?? [];
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

function leadTo({ location, cookies }: { location: string; cookies: string[] }): Response {
  const response = new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
