import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/interfaces/client/api";

/** Polling interval of the page header. */
const ASK_AGAIN_MS = 60_000;

export const accountQueries = {
  unread: queryOptions({
    queryKey: ["notifications", "unread"],
    queryFn: async ({ signal }) =>
      (await callApi("GET /v1/notifications", { query: { unread: "true", limit: 1 }, signal })).data.total,
    refetchInterval: ASK_AGAIN_MS,
  }),
  favoriteLists: queryOptions({
    queryKey: ["favorites", "lists"],
    queryFn: async ({ signal }) => (await callApi("GET /v1/favorites", { query: { limit: 1 }, signal })).data.lists,
    staleTime: 0,
  }),
};
