import { endpoint } from "@/lib/interfaces/http/endpoint";
import { FavoriteList, FavoritesQuery } from "@/lib/supply/catalog/favorite-schemas";
import * as favorites from "@/lib/supply/catalog/favorites";

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
