import type { z } from "zod";
import type { FoundSkills } from "@/lib/interfaces/mcp/schemas";
import { env } from "@/lib/platform/core/env";
import { cheapestOf } from "@/lib/supply/skills/plan-prices";
import { withUnits } from "@/lib/supply/skills/price-text";
import type { SkillDetail, SkillView } from "@/lib/supply/skills/schemas";

/** Longest texts of a row, because agents read every row. */
/** Longest part of a readme that is shown. */
const MAX_README_BYTES = 4_000;
const MAX_NAME_CHARS = 32;
const MAX_DESCRIPTION_CHARS = 56;
const MAX_MATCH_CHARS = 36;

type Row = z.input<typeof FoundSkills>["skills"][number];

/** One skill in a row of a search. */
export function slimRow(skill: z.input<typeof SkillView>): Row {
  return {
    slug: skill.slug,
    name: cut(skill.name, MAX_NAME_CHARS),
    ...priceOf(skill),
    rating: skill.rating.average,
    description: cut(skill.description, MAX_DESCRIPTION_CHARS),
    ...(skill.match && { match: cut(skill.match, MAX_MATCH_CHARS) }),
    ...(skill.similar_count && { similar: skill.similar_count }),
  };
}

/** What it costs: of several plans, a term of the one whose month costs least, which can be bought at that price. */
function priceOf(skill: z.input<typeof SkillView>): Pick<Row, "price" | "per"> {
  const { price_per_call: perCall, plans, units } = skill;
  if (perCall !== null) return { price: perCall, per: perText(units) };
  const cheapest = plans.length > 1 ? cheapestOf(plans) : undefined;
  if (!cheapest) return { price: skill.price ?? null, per: termText(skill) };
  const { price, interval, name } = cheapest;
  return { price, per: `${interval} by plan "${name}", cheapest of ${plans.length}` };
}

/** "month", or "month after 7 free days". */
function termText({ subscription_interval: term, trial_days: days }: z.input<typeof SkillView>): string | null {
  return term && days > 0 ? `${term} after ${days} free ${days === 1 ? "day" : "days"}` : (term ?? null);
}

/** What a price is for: "call", or "call + $0.01 per page". */
const perText = (units: z.input<typeof SkillView>["units"]) =>
  ["call", withUnits(null, units)].filter(Boolean).join(" + ");

/** One skill without what would fill an agent's context: the rest of its readme, which its page has, and further examples. */
export function slimDetail(skill: z.input<typeof SkillDetail>): z.input<typeof SkillDetail> {
  const { readme, examples } = skill;
  return { ...skill, readme: readme && startOf(readme, skill.slug), examples: examples?.slice(0, 1) ?? null };
}

function startOf(readme: string, slug: string): string {
  const bytes = Buffer.from(readme);
  if (bytes.length <= MAX_README_BYTES) return readme;
  // A letter that is cut in two becomes a replacement character.
  const start = bytes
    .subarray(0, MAX_README_BYTES)
    .toString()
    .replace(/\ufffd+$/, "");
  return `${start}\u2026\n\nThe rest: ${env().PUBLIC_URL}/skills/${slug}.md`;
}

/** The rows of a search as lines, which are half as long as their JSON. A slug says what the name does. */
export function shortText(found: Record<string, unknown>): string {
  const { skills, total, has_more } = found as z.output<typeof FoundSkills>;
  const lines = skills.map(({ slug, price, per, rating, description, match, similar }) =>
    [
      slug,
      price === null ? "free" : `${price}/${per}`,
      ...(rating === null ? [] : [`\u2605${rating}`]),
      description,
      ...(match ? [match] : []),
      ...(similar ? [`${similar} similar`] : []),
    ].join(" | "),
  );
  const more = has_more ? "; more by `offset`" : "";
  return [`${total} found${more}. slug | price | rating | what it does | match`, ...lines].join("\n");
}

function cut(text: string, mostChars: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= mostChars ? line : `${line.slice(0, mostChars - 1).toWellFormed()}…`;
}
