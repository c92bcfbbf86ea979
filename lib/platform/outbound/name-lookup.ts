import { Resolver } from "node:dns/promises";
import { setTimeout as delay } from "node:timers/promises";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";

/** Timeouts of a lookup and of each of its attempts. */
const LOOKUP_TIMEOUT_MS = 3_000;
const TRY_TIMEOUT_MS = 1_000;
const TRIES = 2;
/** Concurrent lookups of this process, and of one account. */
const MAX_LOOKUPS = 512;
const MAX_LOOKUPS_PER_ACCOUNT = 16;
/** How much longer IPv6 addresses are waited for once there are IPv4 ones (RFC 8305, resolution delay). */
const IPV6_DELAY_MS = 50;
const RETRY_SECONDS = 1;

/**
 * Resolves host names that users chose. `dns.lookup` would block one of the process's few threads while a name server
 * is silent; c-ares needs no thread. `servers` are the name servers, by default the system's.
 */
export function createNameLookup(servers: readonly string[] = []) {
  const pending = new Map<string, Promise<string[]>>();
  const countByAccount = new Map<string, number>();
  return {
    /** The addresses of a name, looked up on behalf of an account; look-ups of one name are shared. */
    addressesOf(host: string, account: string): Promise<string[]> {
      const shared = pending.get(host);
      if (shared) return shared;
      const count = countByAccount.get(account) ?? 0;
      if (pending.size >= MAX_LOOKUPS || count >= MAX_LOOKUPS_PER_ACCOUNT) return Promise.reject(tooMany());
      countByAccount.set(account, count + 1);
      const addresses = resolve(host, servers).finally(() => {
        pending.delete(host);
        const left = (countByAccount.get(account) ?? 1) - 1;
        if (left > 0) countByAccount.set(account, left);
        else countByAccount.delete(account);
      });
      pending.set(host, addresses);
      return addresses;
    },
  };
}

let processLookup: ReturnType<typeof createNameLookup> | undefined;

/** The look-ups of this process. */
export function nameLookup(): ReturnType<typeof createNameLookup> {
  processLookup ??= createNameLookup(env().DNS_SERVERS);
  return processLookup;
}

/** The TXT records of a name, each as one text. Throws the resolver's error when there is none. */
export async function textsOf(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES });
  const { DNS_SERVERS } = env();
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS);
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_TIMEOUT_MS);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } finally {
    clearTimeout(timer);
    resolver.cancel();
  }
}

async function resolve(host: string, servers: readonly string[]): Promise<string[]> {
  // Its own resolver, since cancelling one ends all its queries.
  const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_TIMEOUT_MS);
  try {
    const ipv6 = resolver.resolve6(host).catch((): string[] => []);
    const ipv4 = await resolver.resolve4(host).catch(async (cause: unknown) => {
      if ((await ipv6).length > 0) return [];
      throw cause;
    });
    const isIpv4 = ipv4.length > 0;
    return [...ipv4, ...(await (isIpv4 ? Promise.race([ipv6, delay(IPV6_DELAY_MS, [])]) : ipv6))];
  } finally {
    clearTimeout(timer);
    resolver.cancel();
  }
}

function tooMany(): AppError {
  return new AppError("too_many_in_flight", "Too many host names are being looked up. Try again shortly.", {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
