import { queryOptions } from "@tanstack/react-query";
import { readApi } from "@/lib/client/api";

/** What the review reads in the browser. */
export const reviewQueries = {
  /** Where a skill under review stands; always asked anew. */
  state: (skillId: string) =>
    queryOptions({
      queryKey: ["review", "skills", skillId],
      queryFn: ({ signal }) =>
        readApi<{ status: string; revision: number }>(`/v1/admin/skills/${skillId}`, signal),
      staleTime: 0,
    }),
};
