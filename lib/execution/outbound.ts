import { lookup } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { Agent, type buildConnector, request } from "undici";
import { AppError } from "@/lib/core/errors";
import { type Attributes, type Note, traced } from "@/lib/core/trace";
import { type AnswerHeaders, collect, parse, requireUsable } from "@/lib/execution/answer";
import { upstreamFailure } from "@/lib/execution/failure";
import { isPublicAddress } from "@/lib/skills/addresses";

const CONNECT_TIMEOUT_MS = 3_000;
/** Of one pool: whoever fills it keeps nobody else from an origin that they share. */
const CONNECTIONS_PER_ORIGIN = 32;
/** Most pools that are kept; one without calls holds no connections. */
const MAX_POOLS = 2_000;
/** Shorter than the five seconds after which common servers hang up: a call must not meet a closing connection. */
const KEEP_ALIVE_MS = 4_000;
/** Most addresses of a name that are tried. */
const MAX_ADDRESSES_TRIED = 4;

/** What every call says besides its own headers. */
export const FIXED_HEADERS = {
  "content-type": "application/json",
  accept: "application/json",
  "accept-encoding": "identity",
};

/** Where calls may go. Keys are `host:port`. */
export type OutboundPolicy = {
  /** Origins that may be called over http and on loopback or private addresses. */
  isAllowed: (origin: string) => boolean;
  /** Origins that are served at another loopback port of this machine. */
  aliases: ReadonlyMap<string, number>;
  /** The marketplace's own name, which no call leads to. */
  ownHost?: string;
  resolve?: (host: string) => Promise<{ address: string }[]>;
  /** A certificate authority to trust instead of the system's. */
  ca?: string;
};

/** Pools of guarded connections: a name is resolved once, every address is checked, and the checked one is dialled. */
export function createOutbound(policy: OutboundPolicy) {
  const agents = new Map<string, Agent>();
  const agentOf = (pool: string): Agent => {
    const agent = agents.get(pool) ?? createAgent(policy);
    agents.delete(pool);
    agents.set(pool, agent);
    const [oldest] = agents;
    if (agents.size > MAX_POOLS && oldest) {
      agents.delete(oldest[0]);
      // Its calls under way are waited for.
      oldest[1].close(() => {});
    }
    return agent;
  };
  return {
    /**
     * Posts a JSON text by the connections of a pool and returns the JSON answered; `timeoutMs` is for the whole exchange,
     * connecting included. Throws upstream_failed and upstream_timeout.
     */
    post: (
      url: string,
      headers: Record<string, string>,
      body: string,
      { timeoutMs, pool = "", witness }: { timeoutMs: number; pool?: string; witness?: Witness },
    ) =>
      // Told are the host and our own id of the call; the sender's trace stays here, see `headersOf`.
      traced({ name: "call endpoint", kind: "client", attributes: attributesOf(url, headers) }, (note) =>
        post(agentOf(pool), { url, headers, body, timeoutMs, witness, note }),
      ),
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

function createAgent(policy: OutboundPolicy): Agent {
  return new Agent({
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
}

/** Takes note of an answer while it comes in, also of one that will be refused. */
export type Witness = {
  onHead: (status: number, headers: AnswerHeaders) => void;
  /** Returns whether it wants more of a body that is refused already. */
  onBytes: (bytes: Uint8Array) => boolean;
};

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
  const isOwn = host.toLowerCase().replace(/\.$/, "") === policy.ownHost && !policy.isAllowed(origin);
  if (isOwn) throw upstreamFailure("blocked_address", "The skill's endpoint is this marketplace itself.");
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

type Posting = {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  witness: Witness | undefined;
  note: Note;
};

function attributesOf(url: string, headers: Record<string, string>): Attributes {
  const id = headers["idempotency-key"];
  return {
    "http.request.method": "POST",
    "server.address": new URL(url).hostname,
    ...(id && { "call.id": id }),
  };
}

async function post(
  agent: Agent,
  { url, headers, body, timeoutMs, witness, note }: Posting,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(url, {
      dispatcher: agent,
      method: "POST",
      body,
      headers: { ...headers, ...FIXED_HEADERS },
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    note({ "http.response.status_code": response.statusCode });
    witness?.onHead(response.statusCode, response.headers);
    try {
      await requireUsableHead(response, witness);
      return parse(await collect(witness ? witnessed(response.body, witness) : response.body));
    } catch (error) {
      // Without a listener, the error of a body that nobody reads ends the process.
      response.body.on("error", () => {}).destroy();
      throw error;
    }
  } catch (error) {
    throw toFailure(error, signal);
  }
}

/** Refuses what is no answer by its head; a witness may read on until it has seen enough. */
async function requireUsableHead(
  {
    statusCode,
    headers,
    body,
  }: { statusCode: number; headers: AnswerHeaders; body: AsyncIterable<Uint8Array> },
  witness: Witness | undefined,
): Promise<void> {
  try {
    requireUsable(statusCode, headers);
  } catch (error) {
    if (witness) await readOn(body, witness);
    throw error;
  }
}

async function readOn(body: AsyncIterable<Uint8Array>, witness: Witness): Promise<void> {
  try {
    for await (const part of body) if (!witness.onBytes(part)) return;
  } catch {
    // The answer is refused for its head; that its body breaks off as well changes nothing.
  }
}

async function* witnessed(body: AsyncIterable<Uint8Array>, witness: Witness): AsyncIterable<Uint8Array> {
  for await (const part of body) {
    witness.onBytes(part);
    yield part;
  }
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
