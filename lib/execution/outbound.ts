import { lookup } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { Agent, type buildConnector, request } from "undici";
import { AppError } from "@/lib/core/errors";
import { isPublicAddress } from "@/lib/skills/addresses";

/** Longest time for the whole exchange, connecting included. */
export const CALL_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** Largest answer. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
const CONNECTIONS_PER_ORIGIN = 32;
const KEEP_ALIVE_MS = 10_000;

/** Why a call failed, for the caller's `details.reason`. */
export type FailureReason =
  | "dns"
  | "blocked_address"
  | "connect"
  | "redirect"
  | "status"
  | "too_large"
  | "encoding"
  | "not_json"
  | "reset"
  | "timeout"
  | "circuit_open";

/** Where calls may go. Keys are `host:port`. */
export type OutboundPolicy = {
  /** Origins that may be called over http and on loopback or private addresses. */
  isAllowed: (origin: string) => boolean;
  /** Origins that are served at another loopback port of this machine. */
  aliases: ReadonlyMap<string, number>;
  resolve?: (host: string) => Promise<{ address: string }[]>;
  /** A certificate authority to trust instead of the system's. */
  ca?: string;
};

/** A call that failed on the skill's side. Its text names no address and no cause. */
export function upstreamFailure(
  reason: FailureReason,
  message: string,
  cause?: unknown,
  retryAfterSeconds?: number,
): AppError {
  return new AppError(
    reason === "timeout" ? "upstream_timeout" : "upstream_failed",
    `${message} Nothing was charged.`,
    {
      details: { reason },
      cause,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  );
}

/** A pool of guarded connections: a name is resolved once, every address is checked, and the checked one is dialled. */
export function createOutbound(policy: OutboundPolicy) {
  const agent = new Agent({
    connect: (options, callback) => {
      dial(policy, options).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  return {
    /** Posts a JSON text and returns the JSON answered. Throws upstream_failed and upstream_timeout. */
    post: (url: string, headers: Record<string, string>, body: string, timeoutMs = CALL_TIMEOUT_MS) =>
      post(agent, url, headers, body, timeoutMs),
    close: () => agent.destroy(),
  };
}

async function dial(
  policy: OutboundPolicy,
  { hostname, port, protocol, servername }: buildConnector.Options,
): Promise<Socket> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const isTls = protocol === "https:";
  const portNumber = Number(port || (isTls ? 443 : 80));
  const origin = `${host.toLowerCase()}:${portNumber}`;
  const alias = policy.aliases.get(origin);
  if (alias !== undefined) return open("127.0.0.1", alias, null, policy.ca);
  const resolve = policy.resolve ?? ((name: string) => lookup(name, { all: true, verbatim: true }));
  const found = isIP(host)
    ? [{ address: host }]
    : await resolve(host).catch((cause: unknown) => {
        throw upstreamFailure("dns", "The skill's endpoint could not be found.", cause);
      });
  const mayDial =
    policy.isAllowed(origin) ||
    (isTls && portNumber === 443 && found.every(({ address }) => isPublicAddress(address)));
  if (!mayDial || found.length === 0)
    throw upstreamFailure("blocked_address", "The skill's endpoint is not on the public internet.");
  let last: unknown;
  for (const { address } of found) {
    try {
      return await open(address, portNumber, isTls ? servername || host : null, policy.ca);
    } catch (error) {
      last = error;
    }
  }
  throw upstreamFailure("connect", "The skill's endpoint could not be reached.", last);
}

function open(
  address: string,
  port: number,
  tlsName: string | null,
  ca: string | undefined,
): Promise<Socket> {
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
    socket.once("error", reject);
    socket.once("close", () => clearTimeout(timer));
    socket.once(tlsName === null ? "connect" : "secureConnect", () => {
      clearTimeout(timer);
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

async function post(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(url, {
      dispatcher: agent,
      method: "POST",
      body,
      headers: {
        ...headers,
        "content-type": "application/json",
        accept: "application/json",
        "accept-encoding": "identity",
      },
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    try {
      requireUsable(response.statusCode, response.headers);
      return parse(await collect(response.body));
    } catch (error) {
      // Without a listener, the error of a body that nobody reads ends the process.
      response.body.on("error", () => {}).destroy();
      throw error;
    }
  } catch (error) {
    throw toFailure(error, signal);
  }
}

function requireUsable(status: number, headers: Record<string, string | string[] | undefined>): void {
  if (status >= 300 && status < 400)
    throw upstreamFailure("redirect", "The skill's endpoint redirects, which is not followed.");
  if (status < 200 || status >= 300)
    throw upstreamFailure("status", `The skill's endpoint answered with status ${status}.`);
  if (headers["content-encoding"] && headers["content-encoding"] !== "identity") {
    throw upstreamFailure("encoding", "The skill's endpoint answered in an encoding that was not asked for.");
  }
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES)
      throw upstreamFailure("too_large", `The skill's answer is larger than ${MAX_ANSWER_BYTES} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw upstreamFailure("not_json", "The skill's answer is not valid JSON.", cause);
  }
}

function toFailure(error: unknown, signal: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  if (signal.aborted)
    return upstreamFailure("timeout", "The skill's endpoint did not answer in time.", error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.includes("TIMEOUT"))
    return upstreamFailure("timeout", "The skill's endpoint did not answer in time.", error);
  return upstreamFailure("reset", "The skill's endpoint broke off the connection.", error);
}
