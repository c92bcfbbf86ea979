import type { z } from "zod";
import type { FoundSkills } from "@/lib/interfaces/mcp/schemas";
import type { SkillView } from "@/lib/supply/skills/schemas";

/** Longest texts of a row, because agents read every row. */
const MAX_NAME_CHARS = 40;
const MAX_DESCRIPTION_CHARS = 64;

type Row = z.input<typeof FoundSkills>["skills"][number];

/** One skill in a row of a search. */
export function slimRow(skill: z.input<typeof SkillView>): Row {
  return {
    slug: skill.slug,
    name: cut(skill.name, MAX_NAME_CHARS),
    price: skill.price_per_call ?? skill.price ?? null,
    per: skill.price_per_call === null ? (skill.subscription_interval ?? null) : "call",
    rating: skill.rating.average,
    description: cut(skill.description, MAX_DESCRIPTION_CHARS),
  };
}

/** The rows of a search as lines, which are half as long as their JSON. */
export function shortText(found: Record<string, unknown>): string {
  const { skills, total, has_more } = found as z.output<typeof FoundSkills>;
  const lines = skills.map(({ slug, name, price, per, rating, description }) =>
    [
      slug,
      name,
      price === null ? "free" : `${price}/${per}`,
      rating === null ? "unrated" : `★${rating}`,
      description,
    ].join(" | "),
  );
  const more = has_more ? "; more by `offset`" : "";
  return [`${total} found${more}. slug | name | price | rating | what it does`, ...lines].join("\n");
}

function cut(text: string, mostChars: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= mostChars ? line : `${line.slice(0, mostChars - 1).toWellFormed()}…`;
}
