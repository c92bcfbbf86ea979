import type { z } from "zod";
import * as purchases from "@/lib/demand/purchases/service";
import * as detail from "@/lib/demand/purchases/skill-detail";
import * as usage from "@/lib/demand/usage/service";
import { shownToAgents } from "@/lib/interfaces/mcp/content";
import { executeOnce } from "@/lib/interfaces/mcp/once";
import { ToolExecuted } from "@/lib/interfaces/mcp/schemas";
import type { Asking, Tool } from "@/lib/interfaces/mcp/tool";
import type { Caller } from "@/lib/platform/core/caller";
import { dollars } from "@/lib/platform/core/dollars";
import { AppError } from "@/lib/platform/core/errors";
import { IDEMPOTENCY_KEY } from "@/lib/platform/ratelimit/idempotency";
import { resultSchema } from "@/lib/supply/skills/contract";
import { flatSlug } from "@/lib/supply/skills/flat-slug";
import { mostOf, withUnits } from "@/lib/supply/skills/price-text";
import type { SkillDetail } from "@/lib/supply/skills/schemas";

/** Most skills that are tools, and how far back purchases and calls select them. */
const MAX_SKILL_TOOLS = 30;
/** Most of their tools together: agents read each with every request. */
const MAX_TOOLS = 150;
const RECENT = { limit: 50, offset: 0 };
/** The metadata of a call for `max_price`, the idempotency key and the approval, besides the skill's parameters. */
export const META_MAX_PRICE = "skills-marketplace/max_price";
export const META_IDEMPOTENCY_KEY = "skills-marketplace/idempotency_key";
const META_APPROVAL = "skills-marketplace/approval";

type Skill = z.input<typeof SkillDetail>;

/**
 * The skills that are tools for the caller: those that the client chose by slug, else those that its key is limited to,
 * else recently bought and called ones. Slugs have no underscore, so they cannot collide with other tools.
 */
export async function skillTools(caller: Caller, chosen: readonly string[] | null): Promise<Record<string, Tool>> {
  const limited = caller.key?.skills.length ? caller.key.skills : null;
  const slugs = chosen ?? limited ?? (await recentSlugs(caller));
  const allowed = slugs.filter((slug) => limited === null || limited.includes(slug));
  const skills = await Promise.all(
    [...new Set(allowed)].slice(0, MAX_SKILL_TOOLS).map((slug) => detail.read(caller, slug).catch(notThere)),
  );
  return Object.fromEntries(
    skills.flatMap((skill) => (skill && skill.execution_type !== "download" ? toolsOf(skill) : [])).slice(0, MAX_TOOLS),
  );
}

async function recentSlugs(caller: Caller): Promise<string[]> {
  const [bought, used] = await Promise.all([purchases.list(caller, RECENT), usage.list(caller, RECENT)]);
  return [
    ...bought.data.filter(({ status }) => status === "active").map(({ skill }) => skill.slug),
    ...used.data.filter(({ kind }) => kind === "execute").map(({ skill }) => skill),
  ];
}

/** Skills that left the marketplace are left out. */
function notThere(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

/** The one tool of a skill with one endpoint, by its slug, or those of a skill with several that the caller may call now. */
function toolsOf(skill: Skill): [string, Tool][] {
  const { access, slug, tools } = skill;
  if (access.reason === "not_allowed") return [];
  if (tools.length === 0) return access.max_cost === null ? [] : [[flatSlug(slug, "_"), toTool(skill)]];
  return tools
    .filter(({ price, units }) => access.max_cost !== null || (price === 0 && units.length === 0))
    .map((tool) => [tool.mcp_name, toToolOf(skill, tool)]);
}

/** A tool of a skill with several, with the reviewed texts and schemas. */
function toToolOf(skill: Skill, { name, title, description, price, units, ...tool }: Skill["tools"][number]): Tool {
  const cost = costOfTool(skill, price === null ? null : mostOf({ price_per_call: price, units }));
  const says = cost === 0 ? "A call costs nothing." : `A call costs at most ${dollars(cost)}${pricedBy(price, units)}.`;
  const promised = { response_schema: tool.output_schema, response_mode: "strict" as const };
  return {
    title: title ?? name,
    description: `${description} ${says}`.trim(),
    toolsets: ["mine"],
    scope: "execute",
    inputSchema: { ...tool.input_schema, type: "object" },
    outputSchema: outputOf(promised),
    isReadOnly: false,
    isPaying: cost > 0,
    run: async (asking, input) => {
      const result = ToolExecuted.parse(await runSkill(asking, { slug: skill.slug, tool: name, cost }, input));
      // A result with an output schema stays complete.
      return tool.output_schema ? { result } : shownToAgents(result);
    },
  };
}

/** The most that a call of a tool charges now; the charge's own statement decides. */
function costOfTool({ access }: Skill, price: number | null): number {
  const isCovered = access.reason !== "pay_per_call" && access.reason !== "none" && access.reason !== "free";
  return isCovered ? (access.max_cost ?? 0) : (price ?? 0);
}

function toTool(skill: Skill): Tool {
  return {
    title: skill.name,
    description: `${skill.description} ${costOf(skill)}`,
    toolsets: ["mine"],
    scope: "execute",
    // The skill's schema, with its parameters in the developer's order.
    inputSchema: { ...(skill.api_schema ?? {}), type: "object" },
    outputSchema: outputOf(skill),
    isReadOnly: false,
    isPaying: (skill.access.max_cost ?? 0) > 0,
    run: async (asking, input) => ({
      result: ToolExecuted.parse(await runSkill(asking, { slug: skill.slug, cost: skill.access.max_cost ?? 0 }, input)),
    }),
  };
}

/** The schema of what the tool answers: the skill's own result, unless it is too large, beside what every call answers. */
function outputOf(skill: Parameters<typeof resultSchema>[0]) {
  const result = resultSchema(skill, "/properties/result");
  return { type: "object" as const, properties: { result }, required: ["usage", "balance"] };
}

/** How a call with units is priced: " ($0.01 per page, first 20 free)". */
function pricedBy(price: number | null, units: Skill["units"]): string {
  return units.length === 0 ? "" : ` (${withUnits(price ? `${dollars(price)} per call` : null, units)})`;
}

function costOf({ access, rating, trust, price_per_call, units }: Skill): string {
  const free = access.free_calls_left ? `; ${access.free_calls_left} free calls are left` : "";
  const price = access.max_cost
    ? `A call costs at most ${dollars(access.max_cost)}${pricedBy(price_per_call, units)}${free}.`
    : "A call costs nothing.";
  const rated = rating.average === null ? "" : ` Rated ${rating.average} of 5 by ${rating.count}.`;
  const rate =
    trust.success_rate === null ? "" : ` ${Math.floor(trust.success_rate * 1000) / 10} % of its calls succeed.`;
  return `${price}${rate}${rated}`;
}

/** What is called: a skill or one of its tools, and the most that it costs by the list of tools. */
type Called = { slug: string; tool?: string; cost: number };

async function runSkill(
  asking: Asking,
  { slug, tool, cost }: Called,
  input: unknown,
): Promise<z.input<typeof ToolExecuted>> {
  const { caller, meta } = asking;
  const parameters = input as Record<string, unknown>;
  const asked = meta?.[META_MAX_PRICE];
  // Without max_price, a call may cost the price in the list of tools, which is read for every request.
  const maxPrice = typeof asked === "number" && asked >= 0 ? asked : cost;
  const key = meta?.[META_IDEMPOTENCY_KEY];
  const idempotency_key = typeof key === "string" && IDEMPOTENCY_KEY.test(key) ? key : undefined;
  const named = meta?.[META_APPROVAL];
  const approval = typeof named === "string" ? named : undefined;
  return executeOnce(caller, { slug, tool, parameters, max_price: maxPrice, idempotency_key, approval }, asking);
}
