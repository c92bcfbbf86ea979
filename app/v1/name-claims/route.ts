import { endpoint } from "@/lib/interfaces/http/endpoint";
import { NameClaim, NameClaimInput, NameClaimList, OwnNameClaimQuery } from "@/lib/supply/review/name-claim-schemas";
import * as nameClaims from "@/lib/supply/review/name-claims";

export const GET = endpoint(
  {
    operationId: "listNameClaims",
    access: "account",
    tag: "Publishing",
    summary: "Claims of names that you made, and those about names of yours, newest first",
    query: OwnNameClaimQuery,
    result: NameClaimList,
  },
  ({ caller, query }) => nameClaims.list(caller, query),
);

export const POST = endpoint(
  {
    operationId: "claimName",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Claim a slug or a handle that another account has",
    description:
      "For the owner of a domain or trademark, with a verified email. An administrator decides within 14 days; the holder of the name is notified, and can appeal before it changes hands. At most 10 an hour.",
    body: NameClaimInput,
    result: NameClaim,
    limit: "report",
    errors: ["session_required"],
  },
  ({ caller, body }) => nameClaims.file(caller, body),
);
