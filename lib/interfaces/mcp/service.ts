/**
 * The Model Context Protocol: the services of the API as tools. Invariant: a tool does nothing that its caller's key
 * could not do through `/v1`, and charges as `/v1` does.
 */
import { type CallToolResult, type InputRequiredResult, inputRequired } from "@modelcontextprotocol/server";
import { requireScope } from "@/lib/identity/keys/guardrails";
import { permissionOf, requirePermission } from "@/lib/identity/keys/permissions";
import { errorResponse } from "@/lib/interfaces/http/answer";
import { ACCOUNT_TOOLS, DEVELOPER_TOOLS } from "@/lib/interfaces/mcp/account-tools";
import { MARKET_TOOLS } from "@/lib/interfaces/mcp/market-tools";
import type { McpQuery } from "@/lib/interfaces/mcp/schemas";
import { skillTools } from "@/lib/interfaces/mcp/skill-tools";
import { type Asking, annotationsOf, type Tool } from "@/lib/interfaces/mcp/tool";
import { DEFAULT_TOOLSET, type Toolset } from "@/lib/interfaces/mcp/toolsets";
import type { Caller, Scope } from "@/lib/platform/core/caller";
import { AppError } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";

const FIXED: Record<string, Tool> = { ...MARKET_TOOLS, ...ACCOUNT_TOOLS, ...DEVELOPER_TOOLS };

/**
 * The tools that a URL lists: one toolset, all, or those of chosen skills; with `readonly`, only those that neither change nor charge
 * anything.
 */
export function toolsListed(caller: Caller, asked: McpQuery): Promise<Record<string, Tool>> {
  const toolset = asked.toolset ?? (asked.skills ? "all" : DEFAULT_TOOLSET);
  return toolsOf(caller, { ...asked, toolset });
}

/**
 * The tools that may be called by a URL. Without a chosen toolset these are all, since clients remember lists, and agents know tools from
 * the guide.
 */
export function toolsFor(caller: Caller, asked: McpQuery): Promise<Record<string, Tool>> {
  return toolsOf(caller, { ...asked, toolset: asked.toolset ?? "all" });
}

async function toolsOf(
  caller: Caller,
  { skills, toolset, readonly }: McpQuery & { toolset: Toolset | "all" },
): Promise<Record<string, Tool>> {
  const fixed = skills ? {} : FIXED;
  const own = toolset === "all" || toolset === "mine" ? await skillTools(caller, skills ?? null) : {};
  const chosen = Object.entries({ ...fixed, ...own }).filter(
    ([, tool]) => (toolset === "all" || tool.toolsets.includes(toolset)) && (readonly !== "true" || tool.isReadOnly),
  );
  return Object.fromEntries(chosen);
}

/** The scope that a message of the protocol needs, or null. */
export function scopeOf({ method, params }: { method?: unknown; params?: unknown }): Scope | null {
  if (typeof method !== "string") return null;
  if (/^(resources|prompts|skills)\//.test(method)) return "read";
  if (method !== "tools/call") return null;
  const { name } = (params ?? {}) as { name?: unknown };
  return typeof name === "string" && Object.hasOwn(FIXED, name) ? (FIXED[name]?.scope ?? null) : "execute";
}

/** Tools as clients list them. */
export function listed(tools: Record<string, Tool>) {
  return Object.entries(tools).map(([name, tool]) => {
    const { title, description, inputSchema, outputSchema } = tool;
    const annotations = annotationsOf(tool);
    return { name, title, description, inputSchema, ...(outputSchema && { outputSchema }), annotations };
  });
}

/**
 * Runs a tool. Returns its object as content and as structured content, or an error text that starts with the code and ends with the
 * error as JSON. A charge that needs an approval, or a call that lacks a credential, is a link for a client that can open it, and is
 * repeated by it afterwards. Never throws.
 */
export async function runTool(
  name: string,
  wanted: Tool,
  asking: Asking,
  input: unknown,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    requireScope(asking.caller, wanted.scope);
    requirePermission(asking.caller, permissionOf({ access: "account", scope: wanted.scope }, "GET"));
    const { result, content = [{ type: "text", text: JSON.stringify(result) }] } = await wanted.run(
      asking,
      input ?? {},
    );
    return { content, structuredContent: result };
  } catch (error) {
    const link = linkOf(error, asking);
    if (link) return link;
    const { body, isOurs } = errorResponse(error, asking.requestId);
    if (isOurs) log.error({ err: error, tool: name }, "a tool failed");
    const failure = JSON.parse(body) as { error: { code: string; message: string } };
    // Without structured content, which some clients check against the schema of a success.
    const text = `${failure.error.code}: ${failure.error.message}\n${body}`;
    return { content: [{ type: "text", text }], isError: true };
  }
}

/** The state of a call whose client was sent to the page for credentials; any other state is an approval's id. */
export const CREDENTIALS_ASKED = "credentials";

/**
 * Asks for a decision, or for a credential, by elicitation in URL mode. What the client says of it counts for nothing: the page decides, and
 * the repeated call only names the approval. A secret never goes through the client.
 */
function linkOf(error: unknown, { canOpenLinks, wasSentTo }: Asking): InputRequiredResult | null {
  if (!canOpenLinks || !(error instanceof AppError)) return null;
  const { code, message, details } = error;
  // Once for each: a client that comes back without it reads the error.
  if (code === "approval_required" && wasSentTo !== "approval") {
    const { id, url } = details.approval as { id: string; url: string };
    return inputRequired({
      inputRequests: { approval: inputRequired.elicitUrl({ message, url }) },
      requestState: id,
    });
  }
  if (code !== "credential_required" || wasSentTo) return null;
  return inputRequired({
    inputRequests: { credential: inputRequired.elicitUrl({ message, url: String(details.add_url) }) },
    requestState: CREDENTIALS_ASKED,
  });
}
