import { endpoint } from "@/lib/interfaces/http/endpoint";
import { JudgedNameClaimList, NameClaimQuery } from "@/lib/supply/review/name-claim-schemas";
import * as nameClaims from "@/lib/supply/review/name-claims";

export const GET = endpoint(
  {
    operationId: "adminListNameClaims",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Claims of names; those that wait for a decision come by when they are due",
    query: NameClaimQuery,
    result: JudgedNameClaimList,
  },
  ({ query }) => nameClaims.listAll(query),
);
