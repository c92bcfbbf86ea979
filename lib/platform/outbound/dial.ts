import { lookup } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { buildConnector } from "undici";
import { AppError } from "@/lib/platform/core/errors";
import { isPublicAddress, isPublicName } from "@/lib/platform/outbound/addresses";
import { upstreamFailure } from "@/lib/platform/outbound/failure";
import { nameLookup } from "@/lib/platform/outbound/name-lookup";

const CONNECT_TIMEOUT_MS = 3_000;
const MAX_ADDRESSES_TRIED = 4;

/** Where calls may go. Keys are `host:port`. */
export type OutboundPolicy = {
  /** Origins that may be called over http and on loopback or private addresses. */
  isAllowed: (origin: string) => boolean;
  /** Origins that are served at another loopback port of this machine. */
  aliases: ReadonlyMap<string, number>;
  /** The marketplace's own host, which calls must not reach. */
  ownHost?: string;
  /** The addresses of a name that an account's skill names. */
  resolve?: (host: string, account: string) => Promise<string[]>;
  /** A certificate authority to trust instead of the system's. */
  ca?: string;
};

/**
 * Connects to an endpoint of an account: its name is resolved once, every address is checked, and a checked one is
 * dialed.
 */
export async function dial(
  policy: OutboundPolicy,
  account: string,
  { hostname, port, protocol, servername }: buildConnector.Options,
): Promise<Socket> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const isTls = protocol === "https:";
  const portNumber = Number(port || (isTls ? 443 : 80));
  const origin = `${host.toLowerCase()}:${portNumber}`;
  const alias = policy.aliases.get(origin);
  if (alias !== undefined) return open("127.0.0.1", alias, null, policy.ca);
  const isAllowed = policy.isAllowed(origin);
  if (!isAllowed && host.toLowerCase().replace(/\.$/, "") === policy.ownHost)
    throw upstreamFailure("blocked_address", "The skill's endpoint is this marketplace itself.");
  if (!isAllowed && !(isTls && portNumber === 443 && (isIP(host) || isPublicName(host)))) throw notPublic();
  const found = isIP(host) ? [host] : await resolve(policy, host, account, isAllowed);
  if (found.length === 0 || !(isAllowed || found.every(isPublicAddress))) throw notPublic();
  let last: unknown;
  for (const address of found.slice(0, MAX_ADDRESSES_TRIED)) {
    try {
      return await open(address, portNumber, isTls ? servername || host : null, policy.ca);
    } catch (error) {
      last = error;
    }
  }
  if (last instanceof AppError) throw last;
  throw upstreamFailure("connect", "The skill's endpoint could not be reached.", { cause: last });
}

function notPublic(): AppError {
  return upstreamFailure("blocked_address", "The skill's endpoint is not on the public internet.");
}

async function resolve(policy: OutboundPolicy, host: string, account: string, isAllowed: boolean): Promise<string[]> {
  const byUser = policy.resolve ?? ((name, owner) => nameLookup().addressesOf(name, owner));
  // The operator's own names may be in a hosts file, which only the system's resolver reads.
  const ask = isAllowed && !policy.resolve ? systemAddressesOf : byUser;
  return ask(host, account).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    throw upstreamFailure("dns", "The skill's endpoint could not be found.", { cause });
  });
}

async function systemAddressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
}

function open(address: string, port: number, tlsName: string | null, ca: string | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const name = tlsName && !isIP(tlsName) ? { servername: tlsName } : {};
    const socket =
      tlsName === null
        ? connectTcp({ host: address, port, noDelay: true })
        : connectTls({
            host: address,
            port,
            ...name,
            ALPNProtocols: ["http/1.1"],
            ...(ca !== undefined && { ca }),
          });
    const timer = setTimeout(() => socket.destroy(new Error("connect timeout")), CONNECT_TIMEOUT_MS);
    let isReached = false;
    socket.once("connect", () => {
      isReached = true;
    });
    const fail = (cause: Error) =>
      reject(
        isReached ? upstreamFailure("tls", "The skill's endpoint could not prove its name by TLS.", { cause }) : cause,
      );
    socket.once("error", fail);
    socket.once("close", () => clearTimeout(timer));
    socket.once(tlsName === null ? "connect" : "secureConnect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      resolve(socket);
    });
  });
}
