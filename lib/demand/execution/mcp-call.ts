/**
 * Calls of an MCP server's tools. Invariants: a tool is called only while the server lists it as it was reviewed; its own error, a broken
 * protocol and a result without what it promised are failures, which cost nothing.
 */
import { createHash } from "node:crypto";
import type { Carried } from "@/lib/demand/credentials/service";
import type { Share } from "@/lib/demand/execution/answer-budget";
import { withCarried } from "@/lib/demand/execution/carrying";
import { inSession, type Target } from "@/lib/demand/execution/mcp-sessions";
import { redactedValue } from "@/lib/demand/execution/redaction";
import { differences, noteDifferences } from "@/lib/demand/execution/tool-checks";
import { USAGE_HEADER } from "@/lib/demand/execution/unit-report";
import { AppError } from "@/lib/platform/core/errors";
import { JsonText } from "@/lib/platform/core/json";
import { said } from "@/lib/platform/outbound/endpoint-message";
import { upstreamFailure } from "@/lib/platform/outbound/failure";
import {
  endsIn,
  type McpExchange,
  type McpProgress,
  type McpResult,
  type McpSession,
  waitFor,
} from "@/lib/platform/outbound/mcp";
import type { EndpointAuthInput } from "@/lib/supply/publishing/endpoint-auth-schemas";
import { authDigest, noteStatus, withAuth } from "@/lib/supply/publishing/endpoint-headers";
import type { Operation } from "@/lib/supply/skills/operation-schemas";

/** How long a server's list counts as its present one, so that not every call reads it. */
const LIST_FRESH_MS = 30_000;
const MAX_LISTS = 2_000;

type Listed = { changed: ReadonlyMap<string, string>; readAt: number };
const lists = new Map<string, Promise<Listed>>();

export type McpCalled = {
  skillId: string;
  version: number;
  endpoint: string;
  ownerId: string;
  callerId: string;
  operation: Operation;
  /** All tools of the version that is called, which the server's list is compared with. */
  operations: readonly Operation[];
  parameters: Record<string, unknown>;
  auth: EndpointAuthInput | null;
  carried: readonly Carried[];
  signedHeaders: (body: string) => Record<string, string>;
};
type Limits = {
  timeoutMs: number;
  maxBytes: number;
  signal?: AbortSignal | undefined;
  onHead?: ((status: number) => void) | undefined;
  /** Called with what the result reports of its units. */
  onUsage?: ((report: unknown) => void) | undefined;
  onProgress?: ((progress: McpProgress) => void) | undefined;
};

/**
 * Calls a tool and returns its result as JSON; connecting and reading the server's list share the call's `timeoutMs`. Throws
 * tool_changed, upstream_failed and upstream_timeout.
 */
export async function callMcpTool(call: McpCalled, share: Share, { timeoutMs, ...limits }: Limits): Promise<JsonText> {
  const { operation, parameters, endpoint, ownerId, auth, skillId, version, callerId } = call;
  const { mcp } = operation;
  if (!mcp) throw new Error("a tool of an MCP server has no name there");
  const endingHeadersOf = async (body: string) =>
    (await withAuth({ url: endpoint, headers: call.signedHeaders(body) }, auth, ownerId)).headers;
  const headersOf = async (body: string) => withCarried(await endingHeadersOf(body), call.carried);
  const onHead = (status: number) => {
    noteStatus(status, auth, ownerId);
    limits.onHead?.(status);
  };
  const exchange: McpExchange = { ...limits, endsAt: endsIn(timeoutMs), headersOf, onGrow: share.grow, onHead };
  const secret = secretOf(call);
  const target: Target = { url: await urlOf(call), pool: ownerId, exchange, endingHeadersOf };
  const key = JSON.stringify([callerId, skillId, endpoint, secret]);
  return inSession(key, target, async (session) => {
    const { changed } = await listed(`${skillId} ${version} ${secret}`, call, session, exchange);
    const problem = changed.get(operation.name);
    if (problem !== undefined) throw toolChanged(operation.name, problem);
    const result = await session.callTool(mcp.tool, parameters, exchange);
    limits.onUsage?.(result._meta?.[USAGE_HEADER]);
    return toResult(result, operation);
  });
}

/** Names the seller's secret and the caller's, by which sessions and lists are told apart, without telling them. */
function secretOf({ auth, carried }: McpCalled): string {
  const own = authDigest(auth);
  if (carried.length === 0) return own;
  return createHash("sha256").update(own).update(JSON.stringify(carried)).digest("base64url");
}

/** The server's address, with the secret where that is a parameter of its query. */
async function urlOf({ endpoint, auth, ownerId }: McpCalled): Promise<string> {
  if (auth?.kind !== "query") return endpoint;
  return (await withAuth({ url: endpoint, headers: {} }, auth, ownerId)).url;
}

/** What of the version's tools the server lists otherwise than it was reviewed, as of the last half a minute. */
async function listed(key: string, call: McpCalled, session: McpSession, exchange: McpExchange): Promise<Listed> {
  const others = lists.get(key)?.catch(() => null);
  const known = others && (await waitFor(exchange, others));
  if (known && Date.now() - known.readAt < LIST_FRESH_MS) return known;
  const reading = session.listTools(exchange).then(async (tools) => {
    // A server may repeat the caller's credential in its texts, which its seller reads.
    const found = redactedValue(differences(call.operations, tools), call.carried);
    await noteDifferences(call.skillId, call.version, found);
    return { changed: new Map(found.map(({ tool, change }) => [tool, change])), readAt: Date.now() };
  });
  lists.delete(key);
  lists.set(key, reading);
  if (lists.size > MAX_LISTS) lists.delete(lists.keys().next().value ?? "");
  return reading;
}

function toolChanged(name: string, change: string): AppError {
  const what = change === "gone" ? "is no longer at its server" : "has changed at its server since it was reviewed";
  return new AppError("tool_changed", `The tool ${name} ${what}. Nothing was charged. Its seller was notified.`, {
    details: { tool: name, change },
  });
}

/** The result of a tool: its structured content where it promises one, else its content. */
function toResult({ content, structuredContent, isError }: McpResult, { output_schema }: Operation): JsonText {
  if (isError) {
    const text = content.find(({ type }) => type === "text")?.text;
    const message = typeof text === "string" ? said(text) : "";
    throw upstreamFailure("tool_error", `The tool reported an error${message ? `: ${message}` : "."}`, {
      said: message,
    });
  }
  if (output_schema) return new JsonText(JSON.stringify(structuredContent ?? null));
  const shown = { content: content.map(toContent) };
  return new JsonText(
    JSON.stringify(structuredContent === undefined ? shown : { ...shown, structured_content: structuredContent }),
  );
}

/** Content as we pass it on: links are the seller's, we never fetch them. */
function toContent({ _meta, ...block }: Record<string, unknown>): Record<string, unknown> {
  return block.type === "resource_link" || block.type === "resource" ? { ...block, from: "seller" } : block;
}
