import { FILTER_NAMES, FILTERS, type FilterName, isFlag, SORTS } from "@/lib/supply/catalog/filters";

type Flag = FilterName | "sort";
const NAMES: Flag[] = [...FILTER_NAMES, "sort"];
const flagOf = (name: Flag) => name.replaceAll("_", "-");

/** What a filter takes; one that takes nothing is a switch. */
function takenText(name: Flag): string {
  if (name === "sort") return SORTS.join("|");
  if (isFlag(name)) return "";
  const filter = FILTERS[name];
  return "takes" in filter ? `<${filter.takes}>` : Object.keys(filter.values).join("|");
}

/** The filters as the help shows them. */
export const FILTERS_USAGE = NAMES.map((name) => `[--${flagOf(name)} ${takenText(name)}`.trim().concat("]")).join(" ");

/** The filters as flags of a command. */
export const FILTER_OPTIONS = Object.fromEntries(
  NAMES.map((name) => [flagOf(name), { type: takenText(name) === "" ? "boolean" : "string" }] as const),
) as Record<string, { type: "boolean" | "string" }>;

/** The filters that somebody has set, as the API takes them. */
export function filtersOf(values: Record<string, unknown>): Record<string, string> {
  const given = NAMES.filter((name) => values[flagOf(name)] !== undefined);
  return Object.fromEntries(given.map((name) => [name, String(values[flagOf(name)])]));
}
