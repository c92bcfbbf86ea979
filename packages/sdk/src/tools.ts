import { toolName } from "./names.js";
import type { SkillDetail } from "./types.js";

type Json = Record<string, unknown>;

/** A skill as a tool of an agent. */
export type Tool = {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: Json;
  /** Runs the skill and returns its result. Throws MarketplaceError; a failed run is not charged. */
  execute: (input: Json, options?: { signal?: AbortSignal }) => Promise<unknown>;
};

type Run = (name: string, ...called: Parameters<Tool["execute"]>) => Promise<unknown>;

/** Describes a skill as a tool, or each of its tools; `run` calls the one that is named, as `skill` or `skill/tool`. */
export function toTools(skill: SkillDetail, run: Run): Tool[] {
  if (skill.tools.length === 0) return [toTool(skill, (...called) => run(skill.slug, ...called))];
  return skill.tools.map(({ name, mcp_name, description, input_schema, price, units }) => ({
    name: mcp_name,
    description:
      `${description} ${price === null ? "Included in your subscription." : `Costs $${price} a call${unitsText(units)}.`}`.trim(),
    inputSchema: input_schema,
    execute: (...called) => run(`${skill.slug}/${name}`, ...called),
  }));
}

function toTool(skill: SkillDetail, run: Tool["execute"]): Tool {
  const price = skill.price_per_call === null ? "Included in your subscription." : priceText(skill);
  return {
    name: toolName(skill.slug),
    description: `${skill.description} ${price}`,
    inputSchema: skill.api_schema ?? { type: "object" },
    execute: run,
  };
}

/** What a call costs beside its price: ", and $0.01 for each of pages (at most 100)". */
const unitsText = (units: SkillDetail["units"]) =>
  units.map(({ name, price, most }) => `, and $${price} for each of ${name} (at most ${most})`).join("");

const priceText = ({ price_per_call, free_calls, units }: SkillDetail) =>
  `Costs $${price_per_call} a call${unitsText(units)}${free_calls > 0 ? `, with ${free_calls} free call${free_calls === 1 ? "" : "s"}` : ""}.`;

/** The tools in the format of OpenAI's `tools` parameter; run what the model asks for with `runTool`. */
export function toOpenAiTools(tools: readonly Tool[]) {
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function" as const,
    function: { name, description, parameters: inputSchema },
  }));
}

/** Runs the tool of this name with arguments as the model wrote them: JSON text, or an object. */
export async function runTool(tools: readonly Tool[], name: string, input: string | Json): Promise<unknown> {
  const tool = tools.find((known) => known.name === name);
  if (!tool) throw new TypeError(`There is no tool named ${name}.`);
  return tool.execute(typeof input === "string" ? (JSON.parse(input || "{}") as Json) : input);
}

/** The tools for the AI SDK: hand over its own `jsonSchema` helper, and the result to `generateText({ tools })`. */
export function toAiSdkTools<Schema>(tools: readonly Tool[], jsonSchema: (schema: Json) => Schema) {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema, execute }) => [
      name,
      {
        description,
        inputSchema: jsonSchema(inputSchema),
        execute: (input: Json, options?: { abortSignal?: AbortSignal }) =>
          execute(input, options?.abortSignal ? { signal: options.abortSignal } : {}),
      },
    ]),
  );
}
