/**
 * MCP servers of others, over Streamable HTTP. Invariants: every request goes through the guarded client, and a redirect is a failure; a
 * server gets the headers of the protocol and those of the call, and nothing else of ours; what it asks of its client is refused.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import {
  Client,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { AppError } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";
import { VERSION } from "@/lib/platform/core/version";
import { said } from "@/lib/platform/outbound/endpoint-message";
import { upstreamFailure } from "@/lib/platform/outbound/failure";
import { beforeAbort } from "@/lib/platform/outbound/outbound";
import { client as outbound } from "@/lib/platform/outbound/service";

const MAX_PAGES = 20;
const MAX_TOOLS = 1_000;
/** Longest name of a server that is taken over: that of a skill. */
const MAX_NAME_CHARS = 100;
/** The headers of the protocol, which are all that its library may set. */
const PROTOCOL_HEADERS = ["content-type", "accept", "mcp-session-id", "mcp-protocol-version"];
const CLOSE_TIMEOUT_MS = 2_000;
const ANSWERED_HEADERS = ["content-type", "mcp-session-id"];

/** A tool as a server lists it. */
export type McpTool = Record<string, unknown> & { name: string };
export type McpProgress = { progress: number; total?: number | undefined; message?: string | undefined };
export type McpResult = {
  content: Record<string, unknown>[];
  structuredContent?: unknown;
  isError: boolean;
  _meta?: Record<string, unknown>;
};

/** One exchange with a server: its headers besides those of the protocol, and its limits. */
export type McpExchange = {
  /** Signature and secret for a body. */
  headersOf: (body: string) => Promise<Record<string, string>>;
  /** When it must be over, as `endsIn` names it: exchanges of one call share it. */
  endsAt: number;
  maxBytes: number;
  onGrow?: (bytes: number) => void;
  onHead?: (status: number) => void;
  onProgress?: ((progress: McpProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
};
type Running = McpExchange & { limit: AbortSignal; broken: AbortController; bytes: number };

const running = new AsyncLocalStorage<Running>();

/** The end of exchanges that may take so long from now on. */
export const endsIn = (timeoutMs: number): number => performance.now() + timeoutMs;

/** Waits for what others began, within the limits of an exchange. Throws upstream_timeout. */
export function waitFor<T>(exchange: McpExchange, pending: Promise<T>): Promise<T> {
  return within(exchange, ({ signal }) => beforeAbort(signal, pending));
}

export type McpSession = Awaited<ReturnType<typeof connectMcp>>;

/** Opens a session with a server by the connections of a pool. Throws upstream_failed and upstream_timeout. */
export async function connectMcp(url: string, pool: string, exchange: McpExchange) {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: (target, init) => guardedFetch(String(target), init ?? {}, pool, exchange),
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
    },
  });
  // No capability is declared: sampling, elicitation and roots are refused by the library.
  const client = new Client({ name: "skills-marketplace", version: VERSION }, { capabilities: {} });
  // Its name alone: the message may repeat what the server sent, and that the caller's credential.
  client.onerror = (error) => log.debug({ error: error.name }, "an MCP server broke the protocol");
  await within(exchange, (options) => client.connect(transport, options));
  return {
    /** What the server calls itself, or null. */
    name: lineOf(client.getServerVersion()?.title) ?? lineOf(client.getServerVersion()?.name),
    /** Every tool that the server lists. */
    listTools: (each: McpExchange) => within(each, (options) => listAll(client, options)),
    /** Calls a tool. Its result is not judged here. */
    callTool: (name: string, args: Record<string, unknown>, each: McpExchange): Promise<McpResult> =>
      within(each, async (options) => {
        const params = { name, arguments: args };
        const { onProgress } = each;
        const asked = { ...options, ...(onProgress && { onprogress: onProgress }) };
        const result = await client.request({ method: "tools/call", params }, asked).catch((error: unknown) => {
          throw refusedParameters(error) ?? error;
        });
        const { content, structuredContent, isError, _meta = {} } = result as Partial<McpResult>;
        return { content: content ?? [], structuredContent, isError: isError === true, _meta };
      }),
    /** Ends the session at the server, which may not answer that, and here. */
    close: async ({ headersOf, maxBytes }: Pick<McpExchange, "headersOf" | "maxBytes">) => {
      const each = { headersOf, maxBytes, endsAt: endsIn(CLOSE_TIMEOUT_MS) };
      await within(each, () => transport.terminateSession()).catch(() => {});
      await client.close().catch(() => {});
    },
  };
}

const lineOf = (said: unknown): string | null =>
  (typeof said === "string" &&
    said
      .replace(/[\s\p{C}]+/gu, " ")
      .trim()
      .slice(0, MAX_NAME_CHARS)) ||
  null;

/** What a tool that does not accept its parameters says of them; null for any other failure. */
function refusedParameters(error: unknown): AppError | null {
  if (!(error instanceof ProtocolError) || error.code !== ProtocolErrorCode.InvalidParams) return null;
  const text = said(error.message);
  return upstreamFailure("tool_error", `The tool refused the parameters: ${text}`, { said: text, cause: error });
}

type Options = { timeout: number; signal: AbortSignal };

async function listAll(client: Client, options: Options): Promise<McpTool[]> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const { tools: more, nextCursor } = await client.request({ method: "tools/list", params }, options);
    tools.push(...(more as McpTool[]));
    if (tools.length > MAX_TOOLS) break;
    if (nextCursor === undefined) return tools;
    cursor = nextCursor;
  }
  throw upstreamFailure("too_large", `The MCP server lists more than ${MAX_TOOLS} tools.`);
}

/** Runs an exchange within its limits. Throws upstream_failed and upstream_timeout, or what broke it. */
async function within<T>(exchange: McpExchange, run: (options: Options) => Promise<T>): Promise<T> {
  const leftMs = Math.max(0, Math.ceil(exchange.endsAt - performance.now()));
  const limit = AbortSignal.timeout(leftMs);
  const broken = new AbortController();
  const signal = AbortSignal.any([limit, broken.signal, ...(exchange.signal ? [exchange.signal] : [])]);
  const state: Running = { ...exchange, limit: signal, broken, bytes: 0 };
  try {
    // The library's own clock must not be the first to end it.
    return await running.run(state, () => run({ timeout: leftMs + 1_000, signal }));
  } catch (error) {
    if (broken.signal.aborted) throw toFailure(broken.signal.reason);
    if (limit.aborted) throw upstreamFailure("timeout", "The MCP server did not respond in time.", { cause: error });
    throw toFailure(error);
  } finally {
    broken.abort();
  }
}

function toFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ProtocolError) {
    const text = said(error.message);
    return upstreamFailure("protocol", `The MCP server refused the request: ${text}`, { said: text, cause: error });
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return upstreamFailure("timeout", "The MCP server did not respond in time.", { cause: error });
  const status = (error as { data?: { status?: unknown } } | null)?.data?.status;
  if (typeof status === "number")
    return upstreamFailure("status", `The MCP server returned status ${status}.`, { status, cause: error });
  return upstreamFailure("protocol", "The MCP server does not speak MCP over Streamable HTTP.", { cause: error });
}

/**
 * The library's requests, through the guard and within the limits of the exchange that makes them. `opened` is the one of the session,
 * whose headers a cancellation has: the exchange that it ends is over.
 */
async function guardedFetch(url: string, init: RequestInit, pool: string, opened: McpExchange): Promise<Response> {
  // A stream without a request would stay open for what we refuse anyway.
  if (init.method === "GET") return new Response(null, { status: 405 });
  const body = typeof init.body === "string" ? init.body : "";
  const state = isCancellation(body) ? brief(opened) : running.getStore();
  if (!state) throw new Error("a request to an MCP server was made outside of an exchange");
  const sent = new Headers(init.headers);
  const headers = {
    ...Object.fromEntries(PROTOCOL_HEADERS.flatMap((name) => (sent.has(name) ? [[name, sent.get(name) ?? ""]] : []))),
    "accept-encoding": "identity",
    ...(await beforeAbort(state.limit, state.headersOf(body))),
  };
  const signal = init.signal ? AbortSignal.any([state.limit, init.signal]) : state.limit;
  const request = { method: init.method ?? "POST", url, headers, body: body === "" ? null : body };
  const answer = await outbound().exchange(request, { pool, signal });
  state.onHead?.(answer.statusCode);
  const problem = problemOf(answer);
  if (problem) {
    answer.body.on("error", () => {}).destroy();
    throw problem;
  }
  const isEmpty = answer.statusCode === 204 || answer.statusCode === 205;
  if (isEmpty) await answer.body.dump();
  return new Response(isEmpty ? null : (Readable.toWeb(Readable.from(bounded(answer.body, state))) as ReadableStream), {
    status: answer.statusCode,
    headers: ANSWERED_HEADERS.flatMap((name): [string, string][] => {
      const [value] = [answer.headers[name]].flat();
      return value === undefined ? [] : [[name, value]];
    }),
  });
}

const isCancellation = (body: string): boolean =>
  body !== "" && (JSON.parse(body) as { method?: unknown }).method === "notifications/cancelled";

function brief({ headersOf, maxBytes }: McpExchange): Running {
  const limit = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
  return { headersOf, maxBytes, endsAt: endsIn(CLOSE_TIMEOUT_MS), limit, broken: new AbortController(), bytes: 0 };
}

type Answer = Awaited<ReturnType<ReturnType<typeof outbound>["exchange"]>>;

function problemOf({ statusCode, headers }: Pick<Answer, "statusCode" | "headers">): AppError | null {
  if (statusCode >= 300 && statusCode < 400)
    return upstreamFailure("redirect", "The MCP server redirects, which is not followed.");
  const encoding = String(headers["content-encoding"] ?? "identity").toLowerCase();
  if (encoding !== "identity")
    return upstreamFailure("encoding", "The MCP server used an encoding that was not asked for.");
  return null;
}

/** The bytes of an answer, up to the limit of the whole exchange. */
async function* bounded(body: AsyncIterable<Uint8Array>, state: Running): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of body) {
      state.bytes += part.length;
      if (state.bytes > state.maxBytes)
        throw upstreamFailure("too_large", `The MCP server's response is larger than ${state.maxBytes} bytes.`);
      state.onGrow?.(state.bytes);
      yield part;
    }
  } catch (error) {
    // The library would wait for an answer that can't come any more.
    const reset = upstreamFailure("reset", "The MCP server broke off the connection.", { cause: error });
    if (!state.limit.aborted) state.broken.abort(error instanceof AppError ? error : reset);
    throw error;
  }
}
