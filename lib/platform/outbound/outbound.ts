import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { Agent, request } from "undici";
import { AppError } from "@/lib/platform/core/errors";
import { JsonText } from "@/lib/platform/core/json";
import { type Attributes, type Note, traced } from "@/lib/platform/core/trace";
import { type Accepted, acceptedAt, type Confined, pollHeaders, pollPauseMs } from "@/lib/platform/outbound/accepted";
import {
  type AnswerHeaders,
  type AnswerLimit,
  readAnswer,
  requireAccepted,
  requireUsable,
  startOf,
} from "@/lib/platform/outbound/answer";
import { dial, type OutboundPolicy } from "@/lib/platform/outbound/dial";
import { upstreamFailure } from "@/lib/platform/outbound/failure";

/** Connections per pool and origin: one developer cannot block others that share an origin. */
const CONNECTIONS_PER_ORIGIN = 32;
/** Most pools; one without calls has no connections. */
const MAX_POOLS = 2_000;
/** Below the common 5 s keep-alive timeout of servers: a call must not use a closing connection. */
const KEEP_ALIVE_MS = 4_000;

/** How a call is made: deadline, connection pool, limit of the answer, and observer. */
type Options = {
  timeoutMs: number;
  pool?: string;
  answer: AnswerLimit;
  observer?: ResponseObserver;
  /** Called with the head of each response. */
  onHead?: (status: number, headers: AnswerHeaders) => void;
  /** Secrets among the headers that not every status URL may get. */
  confined?: Confined;
  signal?: AbortSignal;
};

const FIXED_ACCEPT = { accept: "application/json", "accept-encoding": "identity" };
/** What every call says besides its own headers. */
export const FIXED_HEADERS = { "content-type": "application/json", ...FIXED_ACCEPT };

/** Pools of guarded connections. A pool belongs to one account, whose name look-ups are limited by it. */
export function createOutbound(policy: OutboundPolicy) {
  const agents = new LRUCache<string, Agent>({
    max: MAX_POOLS,
    // Waits for the calls in progress.
    dispose: (agent, _, reason) => reason === "evict" && agent.close(() => {}),
  });
  const agentOf = (pool: string): Agent => {
    const agent = agents.get(pool) ?? createAgent(policy, pool);
    agents.set(pool, agent);
    return agent;
  };
  return {
    /**
     * Posts a JSON text by the connections of a pool and returns the JSON answered; `timeoutMs` is for the whole
     * exchange, connecting included.
     */
    post: (url: string, headers: Record<string, string>, body: string, { pool = "", ...options }: Options) =>
      // The span has the host and the call's id; the sender's trace is not forwarded, see `headersOf`.
      traced({ name: "call endpoint", kind: "client", attributes: attributesOf(url, headers) }, (note) =>
        post(agentOf(pool), { url, headers, body, note, ...options }),
      ),
    /**
     * Sends a request of any method as `post` does, and returns the JSON answered; null for an answer without a body. Nothing is
     * sent twice.
     */
    send: ({ method, url, headers, body }: Sent, { pool = "", ...options }: Options) =>
      traced({ name: "call endpoint", kind: "client", attributes: attributesOf(url, headers) }, (note) =>
        post(agentOf(pool), { method, url, headers, body, note, ...options }),
      ),
    /** Gets a document by the connections of a pool, as it is; redirects are not followed. */
    get: (url: string, headers: Record<string, string>, { pool, signal }: Opening) =>
      opened("get document", agentOf(pool), { method: "GET", url, headers, body: null }, signal),
    /** Posts a JSON text and returns the answer once its head is there, unread. */
    open: (url: string, headers: Record<string, string>, body: string, { pool, signal }: Opening) => {
      const sent = { ...headers, ...FIXED_HEADERS, accept: "text/event-stream" };
      return opened("call endpoint", agentOf(pool), { method: "POST", url, headers: sent, body }, signal);
    },
    /** Sends a request of any method and returns the answer once its head is there, unread. */
    exchange: (sent: Sent, { pool, signal }: Opening) => opened("call endpoint", agentOf(pool), sent, signal),
    /** Posts a JSON text and returns the status and the start of whatever is answered; a redirect is not followed. */
    notify: (
      url: string,
      headers: Record<string, string>,
      body: string,
      { pool, timeoutMs }: { pool: string; timeoutMs: number },
    ) =>
      traced({ name: "call webhook", kind: "client", attributes: attributesOf(url, headers) }, (note) =>
        deliverOnce(agentOf(pool), { url, headers, body, note, timeoutMs }),
      ),
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

type Opening = { pool: string; signal: AbortSignal };
type Sent = { method: string; url: string; headers: Record<string, string>; body: string | null };

/** Sends a request and returns the answer once its head is there. How long the rest takes is up to the signal. */
function opened(name: string, dispatcher: Agent, { method, url, headers, body }: Sent, signal: AbortSignal) {
  const attributes = attributesOf(url, headers);
  const limits = { signal, headersTimeout: 0, bodyTimeout: 0 };
  return traced({ name, kind: "client", attributes }, async () => {
    const asked = request(url, { dispatcher, method: method as "POST", headers, body, ...limits });
    return beforeAbort(signal, asked).catch((error: unknown) => {
      throw toFailure(error, signal);
    });
  });
}

function createAgent(policy: OutboundPolicy, pool: string): Agent {
  return new Agent({
    connect: (options, callback) => {
      dial(policy, pool, options).then(
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

/** Observes an answer as it arrives, even one that will be refused. */
export type ResponseObserver = {
  onHead: (status: number, headers: AnswerHeaders) => void;
  /** Returns whether it wants more of a body that was already refused. */
  onBytes: (bytes: Uint8Array) => boolean;
};

type Posting = Omit<Options, "pool"> & {
  url: string;
  /** Where the endpoint says that its result will be. */
  statusUrl?: string;
  headers: Record<string, string>;
  body: string | null;
  /** Of a request that is not a plain POST of JSON: then its headers say what its body is. */
  method?: string;
  note: Note;
};

function attributesOf(url: string, headers: Record<string, string>): Attributes {
  const id = headers["idempotency-key"];
  return {
    "server.address": new URL(url).hostname,
    ...(id && { "call.id": id }),
  };
}

/** Posts, and asks for the result of an endpoint that answers 202 with a status address until there is one. */
async function post(agent: Agent, posting: Posting): Promise<JsonText> {
  const timeout = AbortSignal.timeout(posting.timeoutMs);
  const signal = posting.signal ? AbortSignal.any([timeout, posting.signal]) : timeout;
  try {
    let answered = await exchange(agent, posting, signal);
    for (let asked = 0; !(answered instanceof JsonText); asked++) {
      await wait(pollPauseMs(answered.retryAfter, asked), undefined, { signal });
      answered = await exchange(agent, { ...posting, statusUrl: answered.statusUrl }, signal);
    }
    return answered;
  } catch (error) {
    throw toFailure(error, signal);
  }
}

/** Sends the call, or asks its status address. Returns the result, or where to ask next. */
async function exchange(agent: Agent, posting: Posting, signal: AbortSignal): Promise<JsonText | Accepted> {
  const { url, statusUrl, headers, body, method, timeoutMs, answer, observer, onHead, confined, note } = posting;
  const sent = method ? { ...FIXED_ACCEPT, ...headers } : { ...headers, ...FIXED_HEADERS };
  const response = await beforeAbort(
    signal,
    request(statusUrl ?? url, {
      dispatcher: agent,
      ...(statusUrl ? { method: "GET" } : { method: (method ?? "POST") as "POST", body }),
      headers: statusUrl ? pollHeaders(headers, statusUrl, confined) : sent,
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    }),
  );
  note({ "http.response.status_code": response.statusCode });
  onHead?.(response.statusCode, response.headers);
  if (!statusUrl) observer?.onHead(response.statusCode, response.headers);
  try {
    const accepted = acceptedAt(statusUrl ?? url, response, statusUrl !== undefined);
    if (accepted) {
      await response.body.dump();
      return accepted;
    }
    await requireUsableHead(response, observer);
    if (method && (response.statusCode === 204 || response.headers["content-length"] === "0")) {
      await response.body.dump();
      return new JsonText("null");
    }
    return await readAnswer(observer ? observed(response.body, observer) : response.body, answer);
  } catch (error) {
    // Without a listener, the error of an unread body ends the process.
    response.body.on("error", () => {}).destroy();
    throw error;
  }
}

async function deliverOnce(
  agent: Agent,
  { url, headers, body, timeoutMs, note }: Omit<Posting, "answer" | "observer" | "method">,
): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const sent = { ...headers, "content-type": "application/json", "accept-encoding": "identity" };
    const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    const asked = request(url, { dispatcher: agent, method: "POST", body, headers: sent, signal, ...times });
    const response = await beforeAbort(signal, asked);
    note({ "http.response.status_code": response.statusCode });
    return { status: response.statusCode, text: await startOf(response.body) };
  } catch (error) {
    throw toFailure(error, signal);
  }
}

/** undici does not settle an aborted request while it waits for a connection. */
export async function beforeAbort<T>(signal: AbortSignal, pending: Promise<T>): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([pending, aborted]);
  } finally {
    // A timeout lasts longer than its call, and would keep the answer in memory until then.
    signal.removeEventListener("abort", onAbort);
  }
}

/** Refuses an answer by its head; an observer may read on until it has enough. */
async function requireUsableHead(
  { statusCode, headers, body }: { statusCode: number; headers: AnswerHeaders; body: AsyncIterable<Uint8Array> },
  observer: ResponseObserver | undefined,
): Promise<void> {
  if (!observer) return requireAccepted(statusCode, headers, body);
  try {
    requireUsable(statusCode, headers);
  } catch (error) {
    await readOn(body, observer);
    throw error;
  }
}

async function readOn(body: AsyncIterable<Uint8Array>, observer: ResponseObserver): Promise<void> {
  try {
    for await (const part of body) if (!observer.onBytes(part)) return;
  } catch {
    // The answer is refused already; a broken body changes nothing.
  }
}

async function* observed(body: AsyncIterable<Uint8Array>, observer: ResponseObserver): AsyncIterable<Uint8Array> {
  for await (const part of body) {
    observer.onBytes(part);
    yield part;
  }
}

function toFailure(error: unknown, signal: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  if (signal.aborted)
    return upstreamFailure("timeout", "The skill's endpoint did not respond in time.", { cause: error });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.includes("TIMEOUT"))
    return upstreamFailure("timeout", "The skill's endpoint did not respond in time.", { cause: error });
  return upstreamFailure("reset", "The skill's endpoint broke off the connection.", { cause: error });
}
