import { z } from "zod";
import { isPlainLine } from "@/lib/platform/core/hidden-characters";
import { isLoopback } from "@/lib/platform/core/loopback";

/** With it, a program may renew its access without asking its person again. */
export const REFRESH_SCOPE = "offline_access";
export const MAX_NAME_CHARS = 100;

const Registration = z.looseObject({
  redirect_uris: z.array(z.string()),
  application_type: z.unknown().optional(),
  client_name: z.unknown().optional(),
  grant_types: z.unknown().optional(),
  scope: z.unknown().optional(),
});

export type Refusal = { error: string; error_description: string };

/**
 * The body of a registration as the library should read it:
 * - `application_type: "native"` where a program on its user's machine names none: the default, "web", may not redirect to that machine,
 *   and clients of MCP before 2026 send none;
 * - the scope to refresh, if it registers that grant and limits its scopes: clients of the first-generation SDK never ask for the scope;
 * - its name as one line of at most 100 characters, or none.
 */
export function readRegistration(body: string): { body: string } | Refusal {
  const parsed = Registration.safeParse(parse(body));
  if (!parsed.success) return { body };
  const { redirect_uris: redirects, application_type: type, scope } = parsed.data;
  if (!redirects.every(isPlainLine))
    return {
      error: "invalid_redirect_uri",
      error_description: "A redirect URI must not contain control characters or line breaks.",
    };
  const isNative = type === undefined && redirects.some(isOnTheMachine);
  const { client_name: name, ...named } = parsed.data;
  return {
    body: JSON.stringify({
      ...named,
      ...(isNative && { application_type: "native" }),
      ...(typeof name === "string" && isPlainLine(name) && { client_name: name.slice(0, MAX_NAME_CHARS) }),
      ...(mayRefresh(parsed.data) && typeof scope === "string" && { scope: withRefresh(scope) }),
    }),
  };
}

const mayRefresh = ({ grant_types: grants }: z.output<typeof Registration>) =>
  Array.isArray(grants) && grants.includes("refresh_token");

/** A list of scopes with the one to refresh. */
export function withRefresh(scope: string): string {
  const scopes = scope.split(" ").filter(Boolean);
  return scopes.includes(REFRESH_SCOPE) ? scope : [...scopes, REFRESH_SCOPE].join(" ");
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function isOnTheMachine(redirect: string): boolean {
  const url = URL.parse(redirect);
  return url !== null && (url.protocol !== "https:" || isLoopback(url.hostname));
}
