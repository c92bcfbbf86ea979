import { LATER_QUERIES } from "@/tests/bench/search-queries-later";
import { TUNING_QUERIES } from "@/tests/bench/search-queries-tuning";

/** A search that a person would type, and what the names of the skills that they are after look like. */
export type SearchCase = { set: "tuning" | "later"; group: string; search: string; wanted: RegExp };

/** The searches of both sets; `# ` begins a class. */
export const SEARCH_CASES: SearchCase[] = [...casesOf("tuning", TUNING_QUERIES), ...casesOf("later", LATER_QUERIES)];

function casesOf(set: SearchCase["set"], text: string): SearchCase[] {
  let group = "";
  return text
    .trim()
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("# ")) {
        group = line.slice(2);
        return [];
      }
      const at = line.indexOf(" | ");
      return [{ set, group, search: line.slice(0, at), wanted: new RegExp(line.slice(at + 3), "i") }];
    });
}
