/**
 * What agents reach by the Model Context Protocol: the same services as the API, as tools.
 * Invariant: a tool does nothing that its caller's key could not do through `/v1`, and charges as `/v1` does.
 */
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { inputRequired } from "@modelcontextprotocol/server";
import type { Caller } from "@/lib/core/caller";
import { log } from "@/lib/core/log";
import { errorResponse } from "@/lib/http/answer";
import { requireScope } from "@/lib/keys/guardrails";
import { ACCOUNT_TOOLS, DEVELOPER_TOOLS } from "@/lib/mcp/account-tools";
import { AskFirst } from "@/lib/mcp/confirmation";
import { MARKET_TOOLS } from "@/lib/mcp/market-tools";
import type { McpQuery } from "@/lib/mcp/schemas";
import { skillTools } from "@/lib/mcp/skill-tools";
import { type Asking, annotationsOf, type Tool } from "@/lib/mcp/tool";

/** The name under which a person's answer about a charge comes back. */
export const CONFIRMATION = "charge";
const FIXED: Record<string, Tool> = { ...MARKET_TOOLS, ...ACCOUNT_TOOLS, ...DEVELOPER_TOOLS };

/**
 * The tools of one address: all of them, one toolset, or only those of chosen skills; with `readonly`, those alone that
 * change and charge nothing.
 */
export async function toolsFor(caller: Caller, asked: McpQuery): Promise<Record<string, Tool>> {
  const { skills, toolset, readonly } = asked;
  const fixed = skills ? {} : FIXED;
  const own = !toolset || toolset === "mine" ? await skillTools(caller, skills ?? null) : {};
  const chosen = Object.entries({ ...fixed, ...own }).filter(
    ([, tool]) => (!toolset || tool.toolsets.includes(toolset)) && (readonly !== "true" || tool.isReadOnly),
  );
  return Object.fromEntries(chosen);
}

/** Tools as clients are told of them. */
export function listed(tools: Record<string, Tool>) {
  return Object.entries(tools).map(([name, tool]) => {
    const { title, description, inputSchema, outputSchema } = tool;
    return { name, title, description, inputSchema, outputSchema, annotations: annotationsOf(tool) };
  });
}

/**
 * Runs a tool: its object as text and as structured content that fits the tool's `outputSchema`, or an error whose text
 * begins with its code and ends with the error as JSON, or a question to the person. Never throws.
 */
export async function runTool(
  name: string,
  wanted: Tool,
  asking: Asking,
  input: unknown,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    requireScope(asking.caller, wanted.scope);
    const { result, text, links = [] } = await wanted.run(asking, input ?? {});
    const shown = { type: "text" as const, text: text ?? JSON.stringify(result) };
    return { content: [shown, ...links], structuredContent: result };
  } catch (error) {
    if (error instanceof AskFirst) return question(error.question);
    const { body, isOurs } = errorResponse(error, asking.requestId);
    if (isOurs) log.error({ err: error, tool: name }, "a tool failed");
    const failure = JSON.parse(body) as { error: { code: string; message: string } };
    // Without structured content, which some clients check against the schema of a success.
    const text = `${failure.error.code}: ${failure.error.message}\n${body}`;
    return { content: [{ type: "text", text }], isError: true };
  }
}

function question(message: string): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      [CONFIRMATION]: inputRequired.elicit({
        message,
        requestedSchema: {
          type: "object",
          properties: { approve: { type: "boolean", title: "Charge it", default: false } },
          required: ["approve"],
        },
      }),
    },
  });
}
