import { endpoint } from "@/lib/interfaces/http/endpoint";
import { CollectionDetail, CollectionParams } from "@/lib/supply/catalog/collection-schemas";
import * as collections from "@/lib/supply/catalog/collections";

export const GET = endpoint(
  {
    operationId: "getCollection",
    access: "catalog",
    tag: "Marketplace",
    summary: "Get a collection with its skills",
    params: CollectionParams,
    result: CollectionDetail,
  },
  ({ params }) => collections.get(params.slug),
);
