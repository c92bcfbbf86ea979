import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/interfaces/client/api";

/** Polling interval of the page header. */
const ASK_AGAIN_MS = 60_000;

/** Queries of an account, except its wallet. */
export const accountQueries = {
  /** How many notifications are new. */
  unread: queryOptions({
    queryKey: ["notifications", "unread"],
    queryFn: async ({ signal }) =>
      (await callApi("GET /v1/notifications", { query: { unread: "true", limit: 1 }, signal })).data.total,
    refetchInterval: ASK_AGAIN_MS,
  }),
  /** The lists of saved skills, by name. */
  favoriteLists: queryOptions({
    queryKey: ["favorites", "lists"],
    queryFn: async ({ signal }) => (await callApi("GET /v1/favorites", { query: { limit: 1 }, signal })).data.lists,
    staleTime: 0,
  }),
};
