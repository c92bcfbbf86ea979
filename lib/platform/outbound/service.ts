/**
 * Calls to addresses that others gave us. Invariant: every one goes through this process's guarded client, which resolves a name
 * once, refuses private addresses, and connects to the address that it checked.
 */
import { env } from "@/lib/platform/core/env";
import { createOutbound } from "@/lib/platform/outbound/outbound";

const aliases = new Map<string, number>();
let outbound: ReturnType<typeof createOutbound> | undefined;

/** Routes requests for an origin to a port on loopback. */
export function serveAliasAt(origin: string, port: number): void {
  aliases.set(origin, port);
}

/** The guarded client that every call of this process goes through. */
export function client(): ReturnType<typeof createOutbound> {
  outbound ??= createOutbound({
    isAllowed: (origin) => env().EXECUTION_ALLOW.includes(origin),
    aliases,
    ownHost: new URL(env().PUBLIC_URL).hostname,
  });
  return outbound;
}

/** Closes the pooled connections to others' servers. */
export async function close(): Promise<void> {
  await outbound?.close();
  outbound = undefined;
}
