import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import type { Offer } from "@/app/(market)/skills/[slug]/_components/snippets";
import { env } from "@/lib/platform/core/env";
import { mostOf } from "@/lib/supply/skills/price-text";

/** A skill as one of its tools is used: with its schemas and its price; the skill itself when it has none. */
export function asTool(skill: PageSkill, wanted: string | undefined): { used: PageSkill; tool: string | null } {
  const tool = skill.tools.find(({ name }) => name === wanted) ?? skill.tools[0];
  if (!tool) return { used: skill, tool: null };
  const { input_schema, output_schema, price, units } = tool;
  const used: PageSkill = {
    ...skill,
    api_schema: input_schema,
    response_schema: output_schema,
    response_mode: "strict",
    examples: null,
    price_per_call: price ?? skill.price_per_call,
    units,
  };
  return { used, tool: tool.name };
}

/** How a skill can be used, for the code that uses it. */
export function offerOf(
  { slug, execution_type, package: file, pricing_type, price_per_call, units }: PageSkill,
  tool: string | null = null,
): Offer {
  return {
    tool,
    base: env().PUBLIC_URL,
    slug,
    canRun: execution_type !== "download",
    canDownload: execution_type !== "api" && file !== null,
    maxPrice: pricing_type === "usage" ? mostOf({ price_per_call, units }) : null,
  };
}
