import { GLOSSARY_ENTRIES } from "@/lib/supply/catalog/glossary";
import { parseSearch } from "@/lib/supply/catalog/search-query";
import type { Synonyms } from "@/lib/supply/catalog/search-ways";
import { fold } from "@/lib/supply/catalog/tokens";

/**
 * What words and phrases also mean, from rows of `search_synonym` and the glossary: meanings are words or quoted phrases, separated
 * by `or`.
 */
export function synonymsOf(rows: { term: string; meanings: string }[]): Synonyms {
  const all = new Map<string, string[][]>();
  for (const { term, meanings } of [...GLOSSARY_ENTRIES, ...rows]) {
    const key = telling(term).join(" ");
    all.set(key, [...(all.get(key) ?? []), ...meaningsIn(meanings)]);
  }
  return all;
}

/** The meanings that a text lists, each as its words. */
export const meaningsIn = (text: string): string[][] =>
  fold(text)
    .split(/ or (?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map(telling)
    .filter((words) => words.length > 0);

/** The words that a search keeps. */
function telling(text: string): string[] {
  return parseSearch(text)?.words.map((word) => word.text) ?? [];
}
