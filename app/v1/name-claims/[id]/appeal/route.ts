import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { NameClaim, NameClaimAppeal } from "@/lib/supply/review/name-claim-schemas";
import * as nameClaims from "@/lib/supply/review/name-claims";

export const POST = endpoint(
  {
    operationId: "appealNameClaim",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Appeal against the decision on a claim of a name, once",
    description:
      "The holder of the name can do so before it is given, the claimant within 14 days after it was declined. Another administrator decides.",
    params: IdParams,
    body: NameClaimAppeal,
    result: NameClaim,
    errors: ["session_required", "already_decided"],
  },
  ({ caller, params, body }) => nameClaims.appeal(caller, params.id, body),
);
