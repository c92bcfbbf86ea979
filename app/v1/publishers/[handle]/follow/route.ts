import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as follows from "@/lib/supply/catalog/follows";
import { Following, HandleParams } from "@/lib/supply/catalog/publisher-schemas";

export const PUT = endpoint(
  {
    operationId: "followPublisher",
    access: "account",
    scope: "purchase",
    tag: "Marketplace",
    summary: "Follow a publisher",
    description: "You are notified of the publisher's new skills.",
    params: HandleParams,
    result: Following,
    errors: ["invalid_request"],
  },
  ({ caller, params }) => follows.follow(caller, params.handle),
);

export const DELETE = endpoint(
  {
    operationId: "unfollowPublisher",
    access: "account",
    scope: "purchase",
    tag: "Marketplace",
    summary: "Stop following a publisher",
    params: HandleParams,
    result: Following,
  },
  ({ caller, params }) => follows.unfollow(caller, params.handle),
);
