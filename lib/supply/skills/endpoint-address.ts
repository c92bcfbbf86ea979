import { isIP } from "node:net";
import { env } from "@/lib/platform/core/env";
import { AppError, type Issue } from "@/lib/platform/core/errors";
import { isPublicAddress, isPublicName } from "@/lib/platform/outbound/addresses";
import { nameLookup } from "@/lib/platform/outbound/name-lookup";

/** `host:port` of a URL, as EXECUTION_ALLOW writes it. */
export function originKey(url: URL): string {
  return `${url.hostname.replace(/^\[|\]$/g, "").toLowerCase()}:${url.port || (url.protocol === "https:" ? 443 : 80)}`;
}

/** Whether EXECUTION_ALLOW permits an endpoint over http and on private addresses. */
export function isAllowedOrigin(url: URL): boolean {
  return env().EXECUTION_ALLOW.includes(originKey(url)) || originKey(url) === DEMO_PROVIDER;
}

/** The demo provider's host name. It is not resolved: calls go to a loopback port of this process. */
export const DEMO_PROVIDER = "demo-provider.localhost:80";

/** The syntactic problem of an endpoint's URL, without a DNS lookup; null if there is none. */
export function endpointUrlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return "must be an absolute URL, such as https://api.example.com/run";
  if (url.username || url.password) return "must not carry a user name or password";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must use https";
  if (originKey(url) === DEMO_PROVIDER) return env().APP_ENV === "local" ? null : "must use https";
  if (isAllowedOrigin(url)) return null;
  if (url.protocol !== "https:") return "must use https";
  if (url.port !== "") return "must use port 443";
  if (url.hash) return "must not have a fragment";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (host === new URL(env().PUBLIC_URL).hostname) return "must not be this marketplace";
  if (isIP(host)) return isPublicAddress(host) ? null : "must be on the public internet";
  return isPublicName(host) ? null : "must be on the public internet";
}

/** The syntactic problems of an endpoint's URL, as issues of its field. */
export function endpointIssues(text: string): Issue[] {
  return toIssues(endpointUrlProblem(text));
}

/**
 * The same, and whether its name resolves to public addresses, looked up on behalf of an account. A name that does not
 * resolve yet is accepted: every call checks its addresses again.
 */
export async function submittedEndpointIssues(text: string, accountId: string): Promise<Issue[]> {
  return toIssues(endpointUrlProblem(text) ?? (await addressProblem(new URL(text), accountId)));
}

function toIssues(problem: string | null): Issue[] {
  return problem ? [{ param: "api_endpoint", message: problem }] : [];
}

async function addressProblem(url: URL, accountId: string): Promise<string | null> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isAllowedOrigin(url) || isIP(host)) return null;
  const addresses = await nameLookup()
    .addressesOf(host, accountId)
    .catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      return [];
    });
  return addresses.every(isPublicAddress) ? null : "must be on the public internet";
}
