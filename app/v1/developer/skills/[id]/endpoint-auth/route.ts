import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as endpointAuth from "@/lib/supply/publishing/endpoint-auth";
import { EndpointAuth, EndpointAuthInput, EndpointAuthQuery } from "@/lib/supply/publishing/endpoint-auth-schemas";

const about = {
  access: "account",
  scope: "publish",
  tag: "Publishing",
  params: IdParams,
  query: EndpointAuthQuery,
  result: EndpointAuth,
} as const;

export const GET = endpoint(
  {
    ...about,
    scope: "read",
    operationId: "getEndpointAuth",
    summary: "Get the credentials sent to your server (secret omitted)",
  },
  ({ caller, params, query }) => endpointAuth.get(caller, params.id, query.origin),
);

export const PUT = endpoint(
  {
    ...about,
    operationId: "setEndpointAuth",
    summary: "Set the credentials sent to your server",
    description:
      "They are stored encrypted, sent with every call of a tool to one origin, by default that of the newest revision's endpoint, and never shown again. When the endpoint moves to another host, set them for that one; calls to the old one keep theirs. At most 10 origins.",
    body: EndpointAuthInput,
  },
  ({ caller, params, query, body }) => endpointAuth.put(caller, params.id, body, query.origin),
);

export const DELETE = endpoint(
  {
    ...about,
    operationId: "removeEndpointAuth",
    summary: "Remove the credentials sent to your server",
  },
  ({ caller, params, query }) => endpointAuth.remove(caller, params.id, query.origin),
);
