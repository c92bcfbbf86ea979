import { endpoint } from "@/lib/interfaces/http/endpoint";
import { pageOf } from "@/lib/platform/core/page";
import * as follows from "@/lib/supply/catalog/follows";
import { Following } from "@/lib/supply/catalog/publisher-schemas";

export const GET = endpoint(
  {
    operationId: "listFollowing",
    access: "account",
    tag: "Marketplace",
    summary: "Publishers that you follow",
    result: pageOf(Following).meta({ id: "FollowingList" }),
  },
  ({ caller }) => follows.list(caller),
);
