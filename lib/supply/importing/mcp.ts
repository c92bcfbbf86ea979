import { invalid } from "@/lib/platform/core/errors";
import { connectMcp, endsIn, type McpExchange, type McpTool } from "@/lib/platform/outbound/mcp";
import type { Draft } from "@/lib/supply/importing/openapi";
import type { EndpointAuthInput } from "@/lib/supply/publishing/endpoint-auth-schemas";
import { withAuth } from "@/lib/supply/publishing/endpoint-headers";
import { endpointUrlProblem } from "@/lib/supply/skills/endpoint-address";
import { toolDigest } from "@/lib/supply/skills/mcp-tools";
import { MAX_OPERATIONS, Operation } from "@/lib/supply/skills/operation-schemas";
import { checkResponseSchema, checkSchema } from "@/lib/supply/skills/parameters";
import { DIALECT } from "@/lib/supply/skills/schema-limits";
import type { OwnedSkill } from "@/lib/supply/skills/schemas";

const TIMEOUT_MS = 15_000;
const MAX_LIST_BYTES = 4 * 1024 * 1024;
const MAX_NAME_CHARS = 64;

type Server = { name: string | null; tools: McpTool[] };

/** An MCP server's name and tools, read by the connections of an account. Throws invalid_request, upstream_failed and upstream_timeout. */
export async function serverAt(url: string, auth: EndpointAuthInput | null, accountId: string): Promise<Server> {
  const problem = endpointUrlProblem(url);
  if (problem) throw invalid([{ param: "url", message: problem }]);
  const exchange: McpExchange = {
    headersOf: async () => (await withAuth({ url, headers: {} }, auth, accountId)).headers,
    endsAt: endsIn(TIMEOUT_MS),
    maxBytes: MAX_LIST_BYTES,
  };
  const { url: target } = await withAuth({ url, headers: {} }, auth?.kind === "query" ? auth : null, accountId);
  const session = await connectMcp(target, accountId, exchange);
  try {
    return { name: session.name, tools: await session.listTools(exchange) };
  } finally {
    void session.close(exchange);
  }
}

/** A skill from the tools of an MCP server. Tools whose texts or schemas a skill may not have are left out, with the reason. */
export function draftFromMcp(url: string, { name, tools }: Server): Draft {
  const notes: string[] = [];
  if (tools.length > MAX_OPERATIONS)
    notes.push(`The first ${MAX_OPERATIONS} of ${tools.length} tools were taken over.`);
  const operations = tools.slice(0, MAX_OPERATIONS).flatMap((tool) => {
    const read = operationOf(tool);
    if ("problem" in read) notes.push(`The tool ${tool.name.slice(0, 100)} was left out: ${read.problem}.`);
    return "problem" in read ? [] : [read.operation];
  });
  const titles = operations.map(({ title, name }) => title ?? name);
  const about = titles.slice(0, 8).join(", ");
  return {
    content: {
      name: name ?? `Tools of ${new URL(url).hostname}`.slice(0, 100),
      description: `${titles.length} tools: ${about}${titles.length > 8 ? " and more" : ""}.`.slice(0, 1024),
      endpoint_type: "mcp",
      api_endpoint: url,
      ...(operations.length > 0 && { operations }),
    },
    version: null,
    notes,
  };
}

/** A draft for a skill that is there: it keeps its texts, and which of its tools are hidden. */
export function withFormer(draft: Draft, current: OwnedSkill | null): Draft {
  if (!current) return draft;
  const { name: _, description: __, ...content } = draft.content;
  const hidden = new Set((current.operations ?? []).filter((one) => one.hidden).map((one) => one.name));
  const operations = (content.operations as Operation[] | undefined)?.map((one) => ({
    ...one,
    hidden: hidden.has(one.name),
  }));
  return { ...draft, content: { ...content, ...(operations && { operations }) } };
}

/** A server's tool as an operation, or why it can't be one. */
function operationOf(tool: McpTool): { operation: Operation } | { problem: string } {
  const { data, error } = Operation.safeParse({
    name: tool.name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_NAME_CHARS),
    ...(typeof tool.title === "string" && tool.title.trim() !== "" && { title: tool.title.slice(0, 100) }),
    description: typeof tool.description === "string" ? tool.description : "",
    input_schema: withoutDialect(tool.inputSchema) ?? { type: "object" },
    output_schema: withoutDialect(tool.outputSchema),
    annotations: annotationsOf(tool.annotations),
    mcp: { tool: tool.name, digest: toolDigest(tool) },
  });
  if (error) return { problem: `${error.issues[0]?.path.join(".")} ${error.issues[0]?.message}` };
  const [issue] = [
    ...checkSchema(data.input_schema).map(({ message }) => `its input schema ${message}`),
    ...(data.output_schema ? checkResponseSchema(data.output_schema) : []).map(
      ({ message }) => `its output schema ${message}`,
    ),
  ];
  return issue ? { problem: issue } : { operation: data };
}

/** A schema without the name of an older dialect, whose keywords few servers that name it need. */
function withoutDialect(schema: unknown): Record<string, unknown> | null {
  if (typeof schema !== "object" || schema === null) return null;
  const { $schema, ...rest } = schema as Record<string, unknown>;
  return $schema === DIALECT ? { $schema, ...rest } : rest;
}

function annotationsOf(hints: unknown): Operation["annotations"] {
  const given = (typeof hints === "object" && hints !== null ? hints : {}) as Record<string, unknown>;
  const names = {
    read_only: given.readOnlyHint,
    destructive: given.destructiveHint,
    idempotent: given.idempotentHint,
    open_world: given.openWorldHint,
  };
  return Object.fromEntries(Object.entries(names).filter(([, value]) => typeof value === "boolean"));
}
