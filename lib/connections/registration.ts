import { z } from "zod";
import { isLoopback } from "@/lib/core/loopback";

const Registration = z.looseObject({
  redirect_uris: z.array(z.string()),
  application_type: z.never().optional(),
});

/**
 * The body of a registration, with `application_type: "native"` where a program on its user's machine says nothing of it. The default
 * is "web", which may not redirect to that machine; clients of MCP before 2026 send none.
 */
export function withApplicationType(body: string): string {
  const parsed = Registration.safeParse(parse(body));
  if (!parsed.success || !parsed.data.redirect_uris.some(isOnTheMachine)) return body;
  return JSON.stringify({ ...parsed.data, application_type: "native" });
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
