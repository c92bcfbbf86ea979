import { endpoint } from "@/lib/interfaces/http/endpoint";
import { FavoriteListChange, FavoriteListParams, FavoriteListSummary } from "@/lib/supply/catalog/favorite-schemas";
import * as favorites from "@/lib/supply/catalog/favorites";

export const PATCH = endpoint(
  {
    operationId: "renameFavoriteList",
    access: "account",
    scope: "purchase",
    tag: "Marketplace",
    summary: "Rename one of your lists",
    params: FavoriteListParams,
    body: FavoriteListChange,
    result: FavoriteListSummary,
  },
  ({ caller, params, body }) => favorites.renameList(caller, params.list, body),
);

export const DELETE = endpoint(
  {
    operationId: "deleteFavoriteList",
    access: "account",
    scope: "purchase",
    tag: "Marketplace",
    summary: "Delete one of your lists",
    description: "Its skills stay saved, in no list. Returns the list as it was.",
    params: FavoriteListParams,
    result: FavoriteListSummary,
  },
  ({ caller, params }) => favorites.deleteList(caller, params.list),
);
