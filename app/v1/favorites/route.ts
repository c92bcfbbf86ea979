import { FavoriteList, FavoritesQuery } from "@/lib/favorites/schemas";
import * as favorites from "@/lib/favorites/service";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listFavorites",
    access: "account",
    tag: "Marketplace",
    summary: "Your saved skills, newest first, and your lists",
    query: FavoritesQuery,
    result: FavoriteList,
  },
  ({ caller, query }) => favorites.list(caller, query),
);
