import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Suggestion, shellQueries } from "@/lib/interfaces/client/shell-queries";

/** Debounce of the search for skills. */
const DEBOUNCE_MS = 150;

/** The skills for what is typed, or popular ones; those of before stay until the next ones are there. */
export function useFoundSkills(search: string): Suggestion[] {
  const [term, setTerm] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setTerm(search.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const { data } = useQuery({ ...shellQueries.suggestions(term), placeholderData: keepPreviousData });
  return data?.data ?? [];
}
