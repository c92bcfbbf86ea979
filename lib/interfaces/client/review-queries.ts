import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/interfaces/client/api";

export const reviewQueries = {
  /** The state of a skill under review, always fetched anew. */
  state: (skillId: string) =>
    queryOptions({
      queryKey: ["review", "skills", skillId],
      queryFn: async ({ signal }) =>
        (await callApi("GET /v1/admin/skills/{id}", { params: { id: skillId }, signal })).data,
      staleTime: 0,
    }),
};
