import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";
import { FavoriteInput, FavoriteView } from "@/lib/supply/catalog/favorite-schemas";
import * as favorites from "@/lib/supply/catalog/favorites";

export const PUT = endpoint(
  {
    operationId: "saveFavorite",
    access: "account",
    scope: "purchase",
    tag: "Marketplace",
    summary: "Save a skill, optionally to a list",
    description: "Saving it again moves it to the given list. You are notified of new versions.",
    params: SlugParams,
    body: FavoriteInput,
    result: FavoriteView,
  },
  ({ caller, params, body }) => favorites.put(caller, params.slug, body),
);

export const DELETE = endpoint(
  {
    operationId: "removeFavorite",
    access: "account",
    scope: "purchase",
    tag: "Marketplace",
    summary: "Remove a saved skill",
    params: SlugParams,
    result: FavoriteView,
  },
  ({ caller, params }) => favorites.remove(caller, params.slug),
);
