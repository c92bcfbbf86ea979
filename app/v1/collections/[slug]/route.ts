import { CollectionDetail, CollectionParams } from "@/lib/collections/schemas";
import * as collections from "@/lib/collections/service";
import { endpoint } from "@/lib/http/endpoint";

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
