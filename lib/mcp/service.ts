/**
 * What agents reach by the Model Context Protocol: the same services as the API, as tools.
 * Invariant: a tool does nothing that its caller's key could not do through `/v1`, and charges as `/v1` does.
 */
import type { z } from "zod";
import { BrowseQuery, SkillList } from "@/lib/catalog/schemas";
import * as catalog from "@/lib/catalog/service";
import type { Caller, Scope } from "@/lib/core/caller";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { ExecuteResult } from "@/lib/execution/schemas";
import * as execution from "@/lib/execution/service";
import { errorResponse } from "@/lib/http/answer";
import { requireScope } from "@/lib/http/gate";
import { parseInput } from "@/lib/http/input";
import { type Claim, claim, countStored, settleClaim } from "@/lib/idempotency/service";
import { Balance } from "@/lib/ledger/schemas";
import * as ledger from "@/lib/ledger/service";
import { BalanceInput, ExecuteToolInput, GetInput, SearchInput } from "@/lib/mcp/schemas";
import { toolSchema } from "@/lib/mcp/tool-schema";
import * as detail from "@/lib/purchases/skill-detail";
import { SkillDetail } from "@/lib/skills/schemas";

type Tool = {
  title: string;
  description: string;
  scope: Scope;
  input: z.ZodType;
  result: z.ZodType;
  isReadOnly: boolean;
  run: (caller: Caller, input: unknown) => Promise<object>;
};

function tool<I extends z.ZodType, R extends z.ZodType<object>>(
  about: Omit<Tool, "input" | "result" | "run"> & { input: I; result: R },
  run: (caller: Caller, input: z.output<I>) => Promise<z.input<R>>,
): Tool {
  return {
    ...about,
    run: async (caller, given) => about.result.parse(await run(caller, parseInput(about.input, given))),
  };
}

const TOOLS = {
  search_skills: tool(
    {
      title: "Search skills",
      description:
        "Finds skills on the marketplace. Each comes with its slug, what it does, its price and how it is used.",
      scope: "read",
      isReadOnly: true,
      input: SearchInput,
      result: SkillList,
    },
    (caller, { query, limit, offset, ...filters }) =>
      catalog.browse(
        parseInput(BrowseQuery, {
          ...filters,
          ...(query && { search: query }),
          limit: String(limit),
          offset: String(offset),
        }),
        caller,
      ),
  ),
  get_skill: tool(
    {
      title: "Look at a skill",
      description:
        "One skill in full: its readme, the JSON Schema of its parameters, its price, and in `access` whether you may run it now.",
      scope: "read",
      isReadOnly: true,
      input: GetInput,
      result: SkillDetail,
    },
    (caller, { slug }) => detail.read(caller, slug),
  ),
  execute_skill: tool(
    {
      title: "Run a skill",
      description:
        "Runs a skill and answers its result, what it cost and the balance left. Only a valid answer is charged. Use dry_run for the price first.",
      scope: "execute",
      isReadOnly: false,
      input: ExecuteToolInput,
      result: ExecuteResult,
    },
    executeOnce,
  ),
  get_balance: tool(
    {
      title: "Balance",
      description: "The credits of the account; 1 credit is 1 US dollar.",
      scope: "read",
      isReadOnly: true,
      input: BalanceInput,
      result: Balance,
    },
    (caller) => ledger.balance(caller),
  ),
} satisfies Record<string, Tool>;

/** Whether a tool has that name. */
export function isTool(name: string): name is keyof typeof TOOLS {
  return Object.hasOwn(TOOLS, name);
}

/** The tools as clients are told of them. */
export const TOOL_LIST = Object.entries(TOOLS).map(
  ([name, { title, description, input, result, isReadOnly }]) => ({
    name,
    title,
    description,
    inputSchema: toolSchema(input, "input"),
    outputSchema: toolSchema(result, "output"),
    annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: !isReadOnly },
  }),
);

/**
 * What a tool answered: its object as text and as structured content that fits the tool's `outputSchema`, or an error
 * whose text begins with its code and ends with the error as JSON.
 */
export type ToolAnswer = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** Runs a tool. Never throws: a failure is an answer that the agent can read. */
export async function runTool(
  caller: Caller,
  name: keyof typeof TOOLS,
  input: unknown,
  requestId: string,
): Promise<ToolAnswer> {
  try {
    const wanted: Tool = TOOLS[name];
    requireScope(caller, wanted.scope);
    const result = (await wanted.run(caller, input ?? {})) as Record<string, unknown>;
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
  } catch (error) {
    const { body, isOurs } = errorResponse(error, requestId);
    if (isOurs) log.error({ err: error, request_id: requestId, tool: name }, "a tool failed");
    const failure = JSON.parse(body) as { error: { code: string; message: string } };
    // Without structured content, which some clients check against the schema of a success.
    const text = `${failure.error.code}: ${failure.error.message}\n${body}`;
    return { content: [{ type: "text", text }], isError: true };
  }
}

/** Runs a skill under the agent's idempotency key, as `/v1` would: the same key there is the same request. */
async function executeOnce(
  caller: Caller,
  { slug, parameters, dry_run, max_price: maxPrice, idempotency_key: key }: z.output<typeof ExecuteToolInput>,
): Promise<z.input<typeof ExecuteResult>> {
  if (dry_run) return execution.quote(caller, slug, parameters);
  const run = async (claimed: Claim | null) => {
    const executed = await execution.execute(caller, slug, parameters, { claimed, maxPrice });
    // Structured content is a value.
    return { ...executed, result: executed.result.toJSON() };
  };
  if (key === undefined) return run(null);
  const path = `/v1/skills/${slug}/execute`;
  const query = maxPrice === undefined ? "" : `?max_price=${maxPrice}`;
  const claimed = await claim(caller.accountId, key, JSON.stringify(["POST", path, query, parameters]));
  if (!("token" in claimed)) return replay(claimed);
  try {
    return await run(claimed);
  } catch (error) {
    await settleClaim(claimed, errorResponse(error, ""));
    throw error;
  } finally {
    countStored(claimed);
  }
}

function replay({ status, body }: { status: number; body: string }): z.input<typeof ExecuteResult> {
  const kept = JSON.parse(body);
  if (status === 200) return kept;
  const { code, message, param, details } = kept.error;
  throw new AppError(code, message, { ...(param && { param }), details });
}
