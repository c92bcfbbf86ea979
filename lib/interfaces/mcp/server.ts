import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { requireScope } from "@/lib/identity/keys/guardrails";
import { type Answer, errorResponse, jsonAnswer, toAnswer } from "@/lib/interfaces/http/answer";
import { type Json, MAX_FIELDS_BYTES, MAX_JSON_BYTES, tooLarge } from "@/lib/interfaces/http/body";
import { payerOf, withJson } from "@/lib/interfaces/http/charged-body";
import { whenClosed } from "@/lib/interfaces/http/closing";
import { challengeOf } from "@/lib/interfaces/http/well-known";
import { cancel, cancellable } from "@/lib/interfaces/mcp/cancelling";
import type { McpQuery } from "@/lib/interfaces/mcp/schemas";
import { CREDENTIALS_ASKED, listed, runTool, scopeOf, toolsFor, toolsListed } from "@/lib/interfaces/mcp/service";
import * as resources from "@/lib/interfaces/mcp/skill-resources";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError, echo } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";
import { VERSION } from "@/lib/platform/core/version";
import type { McpProgress } from "@/lib/platform/outbound/mcp";
import { marketplaceName } from "@/lib/platform/site/service";

const INSTRUCTIONS =
  "A marketplace of skills that are paid with prepaid credits. Search, look at a skill for its parameters and price, quote it, then run it with `max_price`. Each skill that this account uses is also its own tool, and packages that it owns are resources under skill://. Ask the user before you spend much.";
const PROGRESS_MS = 5_000;
/** Methods whose answers present the server to a person; only they read the name of the marketplace. */
const PRESENTING = ["initialize", "server/discover"];
/** Skills over MCP (SEP-2640). */
const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

/** One request of a client: the caller, the selected part of the server, and the request's id. */
type Asked = { caller: Caller; query: McpQuery; requestId: string; closed?: AbortSignal | undefined };

/**
 * Answers one request of an MCP client (Streamable HTTP), statelessly. An invalid body, such as a batch, gets a
 * JSON-RPC error.
 */
export async function answerMcp(request: Request, asked: Asked): Promise<Answer> {
  const closed = whenClosed(request);
  let title: string | undefined;
  const handler = createMcpHandler(() => serverFor({ ...asked, closed, title }), {
    maxRequestBodySize: MAX_JSON_BYTES,
    maxSubscriptions: 0,
    onerror: (error) => log.debug({ err: error }, "an MCP request was refused"),
  });
  try {
    return await withJson(
      request,
      { maxBytes: MAX_JSON_BYTES, payer: payerOf(asked.caller, ""), admit: requireSmall },
      requireMessage,
      async (parsedBody) => {
        const message = (parsedBody ?? {}) as Message;
        requireGranted(asked.caller, message);
        if (message.method === "notifications/cancelled") cancel(asked.caller, message.params?.requestId);
        if (message.method === "subscriptions/listen") return unsupported(message);
        if (PRESENTING.includes(String(message.method))) title = await marketplaceName();
        return toJsonAnswer(await handler.fetch(request, { parsedBody }));
      },
    );
  } catch (error) {
    if (error instanceof AppError) return refusal(request, error, asked.requestId);
    throw error;
  }
}

/** How near to its beginning or end a large message names its method. */
const METHOD_BYTES = 1024;
/** What a large message must be; slashes may be escaped. */
const CALLS = ["tools/call", "tools\\/call"];

/** Only calls of tools take parameters of up to 1 MiB. */
function requireSmall(bytes: Uint8Array): void {
  if (bytes.length <= MAX_FIELDS_BYTES) return;
  const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const ends = [sent.subarray(0, METHOD_BYTES), sent.subarray(-METHOD_BYTES)];
  if (!CALLS.some((call) => ends.some((end) => end.includes(call)))) throw tooLarge(MAX_FIELDS_BYTES);
}

/** One message, and a large one only to call a tool. */
function requireMessage(message: Json): Json {
  if (Array.isArray(message)) throw batched();
  return message;
}

/** JSON answers are complete and may be compressed; event streams are passed on. */
async function toJsonAnswer(response: Response): Promise<Answer> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return isJson ? jsonAnswer(response.status, await response.text()) : toAnswer(response);
}

/** One message per request, because rate limits count requests. MCP 2025-06-18 removed batches. */
function batched(): AppError {
  return new AppError("invalid_request", "Batches are not supported. Send each JSON-RPC message in its own request.", {
    param: "body",
  });
}

type Message = { id?: unknown; method?: unknown; params?: Record<string, unknown> };

/**
 * A connected program gets the missing scope in OAuth's own words, so that it can ask its person for it. A key
 * can't ask: its tools answer the error.
 */
function requireGranted(caller: Caller, message: Message): void {
  const needed = caller.key?.askAboveMicros === undefined ? null : scopeOf(message);
  if (needed) requireScope(caller, needed);
}

/** There is nothing to listen to. The library would report a limit that is reached, as an internal error. */
function unsupported({ id }: Message): Answer {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: "Method not found" };
  return jsonAnswer(404, JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error }));
}

/** The JSON-RPC error for an invalid message, with our own error as its data. */
function refusal(request: Request, error: AppError, requestId: string): Answer {
  const { status, body } = errorResponse(error, requestId);
  const code = error.code === "invalid_json" ? ProtocolErrorCode.ParseError : ProtocolErrorCode.InvalidRequest;
  const { error: data } = JSON.parse(body) as { error: unknown };
  return jsonAnswer(
    status,
    JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message: error.message, data } }),
    challengeOf(request, error),
  );
}

function serverFor({ title, ...asked }: Asked & { title: string | undefined }): Server {
  const server = new Server(
    { name: "skills-marketplace", ...(title !== undefined && { title }), version: VERSION },
    {
      capabilities: {
        // No `listChanged`: requests are independent, so no stream is open to announce a change on.
        tools: {},
        resources: {},
        prompts: {},
        extensions: { [SKILLS_EXTENSION]: {} },
      },
      instructions: INSTRUCTIONS,
    },
  );
  serveTools(server, asked);
  serveSkills(server, asked);
  return server;
}

function serveTools(server: Server, { caller, query, requestId, closed }: Asked): void {
  server.setRequestHandler("tools/list", async () => ({ tools: listed(await toolsListed(caller, query)) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tools = await toolsFor(caller, query);
    const { name } = params;
    const wanted = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (!wanted) {
      const message = `There is no tool called ${echo(name)}. Call one of: ${Object.keys(tools).join(", ")}.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const { stop, onProgress } = reportProgress(context);
    const { approval, ...asked } = repeatOf(context);
    const payer = approval ? { ...caller, approval } : caller;
    const asking = { caller: payer, requestId, meta: context.mcpReq._meta, ...asked, onProgress };
    try {
      return await cancellable(caller, { id: context.mcpReq.id, closed }, (signal) =>
        runTool(name, wanted, { ...asking, signal }, params.arguments),
      );
    } finally {
      stop();
    }
  });
}

const Elicits = z.object({ elicitation: z.object({ url: z.looseObject({}) }) });

/** The approval that a repeated call names, the page that its client was sent to, and whether it can be sent to one. */
function repeatOf({ mcpReq }: ServerContext) {
  const state = mcpReq.requestState();
  const wasAsked = state === CREDENTIALS_ASKED;
  const approval = typeof state === "string" && !wasAsked ? state : null;
  const wasSentTo = wasAsked ? ("credentials" as const) : approval === null ? undefined : ("approval" as const);
  const capabilities = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  return { approval, wasSentTo, canOpenLinks: Elicits.safeParse(capabilities).success };
}

const MAX_PROGRESS_CHARS = 200;

/**
 * Sends progress notifications to a client that requested them: what the seller's server reports, and else that the call runs. The numbers
 * of a server take the place of ours from its first report on.
 */
function reportProgress({ mcpReq }: ServerContext): { stop: () => void; onProgress: (seen: McpProgress) => void } {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { stop: () => {}, onProgress: () => {} };
  let progress = 0;
  const timer = setInterval(() => {
    progress += PROGRESS_MS / 1000;
    const params = { progressToken, progress, message: `running for ${progress} seconds` };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => clearInterval(timer));
  }, PROGRESS_MS);
  const stop = () => clearInterval(timer);
  const onProgress = ({ progress: done, total, message }: McpProgress) => {
    stop();
    const said = message === undefined ? {} : { message: message.slice(0, MAX_PROGRESS_CHARS) };
    const params = { progressToken, progress: done, ...(total !== undefined && { total }), ...said };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
  return { stop, onProgress };
}

/** Packages as resources, and the prompts that they ship. */
function serveSkills(server: Server, { caller }: Asked): void {
  const UriParams = z.object({ uri: z.string() }).loose();
  server.setRequestHandler("resources/list", () => withProtocolErrors(() => resources.listResources(readerOf(caller))));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", ({ params }) =>
    withProtocolErrors(() => resources.readResource(readerOf(caller), params.uri)),
  );
  server.setRequestHandler("prompts/list", () => withProtocolErrors(() => resources.listPrompts(readerOf(caller))));
  server.setRequestHandler("prompts/get", ({ params }) =>
    withProtocolErrors(() => resources.getPrompt(readerOf(caller), params.name)),
  );
  server.setRequestHandler("skills/list", { params: z.object({}).loose() }, () =>
    withProtocolErrors(() => resources.listSkills(readerOf(caller))),
  );
  server.setRequestHandler("skills/get", { params: UriParams }, ({ uri }) =>
    withProtocolErrors(() => resources.getSkill(readerOf(caller), uri)),
  );
}

function readerOf(caller: Caller): Caller {
  requireScope(caller, "read");
  return caller;
}

/** Our errors as the protocol reports them outside tools. */
async function withProtocolErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const code = error.code === "not_found" ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InvalidRequest;
    throw new ProtocolError(code, error.message, { code: error.code, ...error.details });
  }
}
