import { endpoint } from "@/lib/interfaces/http/endpoint";
import { CollectionList } from "@/lib/supply/catalog/collection-schemas";
import * as collections from "@/lib/supply/catalog/collections";

export const GET = endpoint(
  {
    operationId: "listCollections",
    access: "catalog",
    tag: "Marketplace",
    summary: "List the collections that administrators curate",
    result: CollectionList,
  },
  () => collections.list(),
);
