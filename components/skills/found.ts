import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { shellQueries } from "@/lib/interfaces/client/shell-queries";

/** Debounce of the searches. */
const DEBOUNCE_MS = 150;

export const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);
export const hasAll = (words: string[], text: string) => words.every((word) => text.toLowerCase().includes(word));

/** A text once it has stood still for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What remains of the results of a former text: those that have the words of this one. */
export function remaining<Item>(items: Item[], search: string, textOf: (item: Item) => string): Item[] {
  const words = wordsOf(search);
  return words.length > 0 ? items.filter((item) => hasAll(words, textOf(item))) : [];
}

/**
 * Skills, publishers and categories for what is being typed. Until its results are there, those of the text before stay
 * as far as they have its words, so that Enter never opens what was searched for before.
 */
export function useFound(search: string) {
  const term = useSettled(search.trim());
  const { data, isPlaceholderData } = useQuery({
    ...shellQueries.suggestions(term),
    placeholderData: keepPreviousData,
  });
  const { data: skills = [], publishers = [], categories = [] } = data ?? {};
  if (!isPlaceholderData && term === search.trim()) return { skills, publishers, categories };
  return {
    skills: remaining(skills, search, ({ name, description }) => `${name} ${description}`),
    publishers: remaining(publishers, search, ({ name, handle }) => `${name} ${handle}`),
    categories: remaining(categories, search, ({ title }) => title),
  };
}
