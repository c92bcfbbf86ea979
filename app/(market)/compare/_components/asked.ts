import { hrefOf } from "@/components/ui/href";
import { LIMITS } from "@/lib/platform/core/limits";
import { MAX_COMPARED } from "@/lib/supply/skills/compared";

const DEFAULT_CALLS = 1_000;
const SLUG = new RegExp(LIMITS.slug.pattern);

export type Search = Record<string, string | string[] | undefined>;
/** What an address compares: skills, and for how many calls a month. `ignored`: what it names beyond the limit. */
export type Asked = { slugs: string[]; calls: number; ignored: number };

/** Reads an address of the comparison. What is no slug names no skill; what is no number of calls is the usual one. */
export function readAsked({ skills, calls }: Search): Asked {
  const named = [skills ?? []].flat().flatMap((list) => list.split(","));
  const slugs = [...new Set(named.map((slug) => slug.trim().toLowerCase()))].filter(
    (slug) => slug.length <= LIMITS.slug.maxLength && SLUG.test(slug),
  );
  const asked = Number([calls ?? []].flat()[0]);
  const isNumber = Number.isInteger(asked) && asked >= LIMITS.monthlyCalls.min && asked <= LIMITS.monthlyCalls.max;
  return {
    slugs: slugs.slice(0, MAX_COMPARED),
    calls: isNumber ? asked : DEFAULT_CALLS,
    ignored: Math.max(0, slugs.length - MAX_COMPARED),
  };
}

/** The address of a comparison; `path` is that of its Markdown, too. */
export function compareHref(slugs: string[], calls: number, path = "/compare"): string {
  if (slugs.length === 0) return `${path}?skills=`;
  const number = calls === DEFAULT_CALLS ? null : calls;
  // Commas may stand in a query, and read better than their escapes.
  return hrefOf(path, { skills: slugs.join(","), calls: number }).replaceAll("%2C", ",");
}
