import { endpoint } from "@/lib/interfaces/http/endpoint";
import { HandleParams, Publisher } from "@/lib/supply/catalog/publisher-schemas";
import * as publishers from "@/lib/supply/catalog/publishers";

export const GET = endpoint(
  {
    operationId: "getPublisher",
    access: "catalog",
    tag: "Marketplace",
    summary: "Get a publisher's public profile",
    description: "Their skills: `GET /v1/skills?publisher={handle}`.",
    params: HandleParams,
    result: Publisher,
  },
  ({ params }) => publishers.get(params.handle),
);
