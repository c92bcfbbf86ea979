import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as endpointAuth from "@/lib/supply/publishing/endpoint-auth";
import { EndpointAuth, EndpointAuthInput } from "@/lib/supply/publishing/endpoint-auth-schemas";

const about = {
  access: "account",
  scope: "publish",
  tag: "Publishing",
  params: IdParams,
  result: EndpointAuth,
} as const;

export const GET = endpoint(
  {
    ...about,
    scope: "read",
    operationId: "getEndpointAuth",
    summary: "Get the credentials sent to your server (secret omitted)",
  },
  ({ caller, params }) => endpointAuth.get(caller, params.id),
);

export const PUT = endpoint(
  {
    ...about,
    operationId: "setEndpointAuth",
    summary: "Set the credentials sent to your server",
    description:
      "They are stored encrypted, sent with every call of a tool to the host of the newest revision's endpoint, and never shown again. Set them again when the endpoint moves to another host.",
    body: EndpointAuthInput,
  },
  ({ caller, params, body }) => endpointAuth.put(caller, params.id, body),
);

export const DELETE = endpoint(
  {
    ...about,
    operationId: "removeEndpointAuth",
    summary: "Remove the credentials sent to your server",
  },
  ({ caller, params }) => endpointAuth.remove(caller, params.id),
);
