import { CollectionList } from "@/lib/collections/schemas";
import * as collections from "@/lib/collections/service";
import { endpoint } from "@/lib/http/endpoint";

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
