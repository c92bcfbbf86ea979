import { queryOptions } from "@tanstack/react-query";
import { readApi } from "@/lib/interfaces/client/api";
import type { FavoriteListSummary } from "@/lib/supply/catalog/favorite-schemas";

/** Polling interval of the page header. */
const ASK_AGAIN_MS = 60_000;

/** Queries of an account, except its wallet. */
export const accountQueries = {
  /** How many notifications are new. */
  unread: queryOptions({
    queryKey: ["notifications", "unread"],
    queryFn: async ({ signal }) =>
      (await readApi<{ total: number }>("/v1/notifications?unread=true&limit=1", signal)).total,
    refetchInterval: ASK_AGAIN_MS,
  }),
  /** The lists of saved skills, by name. */
  favoriteLists: queryOptions({
    queryKey: ["favorites", "lists"],
    queryFn: async ({ signal }) =>
      (await readApi<{ lists: FavoriteListSummary[] }>("/v1/favorites?limit=1", signal)).lists,
    staleTime: 0,
  }),
};
