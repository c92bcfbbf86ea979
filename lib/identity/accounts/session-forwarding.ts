import { ADDRESS_HEADER, auth } from "@/lib/identity/accounts/auth";
import { refusalOf } from "@/lib/identity/accounts/session-refusals";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";

const SECOND_STEP = "/two-factor/verify-";

type Asking = { headers: Headers; address: string };

/** Lets the session library answer a POST, or a GET where `body` is null. */
export async function ask(browser: Asking, path: string, body: object | null): Promise<Response> {
  const { PUBLIC_URL } = env();
  const headers = new Headers({
    "content-type": "application/json",
    origin: new URL(PUBLIC_URL).origin,
    [ADDRESS_HEADER]: browser.address,
  });
  for (const name of ["cookie", "user-agent"]) {
    const value = browser.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const request = new Request(`${PUBLIC_URL}/api/auth${path}`, {
    headers,
    ...(body === null ? { method: "GET" } : { method: "POST", body: JSON.stringify(body) }),
  });
  return auth().handler(request);
}

/** Asks the session library, as `ask` does. Throws what its refusal means to us. */
export async function forward(
  browser: Asking,
  path: string,
  body: object | null,
): Promise<{ body: Record<string, unknown>; cookies: string[] }> {
  const response = await ask(browser, path, body);
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (response.status >= 500 && path.startsWith(SECOND_STEP)) {
    log.error({ path }, "a second factor could not be read: check TWO_FACTOR_KEYS, or use reset-2fa");
    throw new AppError("internal", "Your second factor could not be checked. Try again, or contact support.");
  }
  if (!response.ok) throw refusalOf(String(answer.code ?? response.status), String(answer.message ?? ""));
  return { body: answer, cookies: response.headers.getSetCookie() };
}
