import { queryOptions } from "@tanstack/react-query";
import { readApi } from "@/lib/interfaces/client/api";

/** Queries of the review. */
export const reviewQueries = {
  /** The state of a skill under review, always fetched anew. */
  state: (skillId: string) =>
    queryOptions({
      queryKey: ["review", "skills", skillId],
      queryFn: ({ signal }) =>
        readApi<{ status: string; revision: number }>(`/v1/admin/skills/${skillId}`, signal),
      staleTime: 0,
    }),
};
