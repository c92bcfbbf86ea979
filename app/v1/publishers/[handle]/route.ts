import { endpoint } from "@/lib/http/endpoint";
import { HandleParams, Publisher } from "@/lib/publishers/schemas";
import * as publishers from "@/lib/publishers/service";

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
