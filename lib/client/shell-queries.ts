import { queryOptions } from "@tanstack/react-query";
import { readApi } from "@/lib/client/api";

export type Suggestion = { slug: string; name: string; description: string };

/** Queries of the page header. */
export const shellQueries = {
  suggestions: (term: string) =>
    queryOptions({
      queryKey: ["suggestions", term],
      queryFn: async ({ signal }) => {
        const path = `/suggest${term ? `?search=${encodeURIComponent(term)}` : ""}`;
        return (await readApi<{ data: Suggestion[] }>(path, signal)).data;
      },
    }),
};
