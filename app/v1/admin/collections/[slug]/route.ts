import { endpoint } from "@/lib/interfaces/http/endpoint";
import { CollectionDetail, CollectionInput, CollectionParams } from "@/lib/supply/catalog/collection-schemas";
import * as collections from "@/lib/supply/catalog/collections";

export const PUT = endpoint(
  {
    operationId: "adminPutCollection",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Create or replace a collection",
    description: "The collection `featured` comes first on the home page.",
    params: CollectionParams,
    body: CollectionInput,
    result: CollectionDetail,
  },
  ({ caller, params, body }) => collections.put(caller, params.slug, body),
);

export const DELETE = endpoint(
  {
    operationId: "adminDeleteCollection",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Delete a collection",
    params: CollectionParams,
    result: CollectionDetail,
  },
  ({ caller, params }) => collections.remove(caller, params.slug),
);
