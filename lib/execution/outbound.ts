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
/** Shorter than the five seconds after which common servers hang up: a call must not meet a closing connection. */
const KEEP_ALIVE_MS = 4_000;
/** Most addresses of a name that are tried. */
const MAX_ADDRESSES_TRIED = 4;
/** Deepest nesting of an answer; far deeper ones could be read, but not written again. */
const MAX_ANSWER_DEPTH = 500;

/** Why a call failed, for the caller's `details.reason`. */
export type FailureReason =
  | "dns"
  | "blocked_address"
  | "connect"
  | "tls"
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

/** What is known of a failure besides its reason; `status` is the one that the endpoint answered with. */
type FailureFacts = { cause?: unknown; retryAfterSeconds?: number; status?: number };

/** A call that failed on the skill's side. Its text names no address and no cause. */
export function upstreamFailure(
  reason: FailureReason,
  message: string,
  { status, ...extras }: FailureFacts = {},
): AppError {
  return new AppError(
    reason === "timeout" ? "upstream_timeout" : "upstream_failed",
    `${message} Nothing was charged.`,
    { details: { reason, ...(status !== undefined && { status }) }, ...extras },
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
        throw upstreamFailure("dns", "The skill's endpoint could not be found.", { cause });
      });
  const mayDial =
    policy.isAllowed(origin) ||
    (isTls && portNumber === 443 && found.every(({ address }) => isPublicAddress(address)));
  if (!mayDial || found.length === 0)
    throw upstreamFailure("blocked_address", "The skill's endpoint is not on the public internet.");
  let last: unknown;
  for (const { address } of found.slice(0, MAX_ADDRESSES_TRIED)) {
    try {
      return await open(address, portNumber, isTls ? servername || host : null, policy.ca);
    } catch (error) {
      last = error;
    }
  }
  if (last instanceof AppError) throw last;
  throw upstreamFailure("connect", "The skill's endpoint could not be reached.", { cause: last });
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
    let isReached = false;
    socket.once("connect", () => {
      isReached = true;
    });
    const fail = (cause: Error) =>
      reject(
        isReached
          ? upstreamFailure("tls", "The skill's endpoint could not prove its name by TLS.", { cause })
          : cause,
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
    throw upstreamFailure("status", `The skill's endpoint answered with status ${status}.`, { status });
  if (headers["content-encoding"] && String(headers["content-encoding"]).toLowerCase() !== "identity") {
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
  if (isTooDeep(bytes))
    throw upstreamFailure(
      "not_json",
      `The skill's answer is nested more than ${MAX_ANSWER_DEPTH} levels deep.`,
    );
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw upstreamFailure("not_json", "The skill's answer is not valid JSON.", { cause });
  }
}

/** Whether brackets outside of strings nest too deep, found without recursion. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at];
    if (isText && code === 0x5c) at++;
    else if (code === 0x22) isText = !isText;
    else if (isText) continue;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_ANSWER_DEPTH) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}

function toFailure(error: unknown, signal: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  if (signal.aborted)
    return upstreamFailure("timeout", "The skill's endpoint did not answer in time.", { cause: error });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.includes("TIMEOUT"))
    return upstreamFailure("timeout", "The skill's endpoint did not answer in time.", { cause: error });
  return upstreamFailure("reset", "The skill's endpoint broke off the connection.", { cause: error });
}
