import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { JudgedNameClaim, NameClaimDecision } from "@/lib/supply/review/name-claim-schemas";
import * as nameClaims from "@/lib/supply/review/name-claims";

export const POST = endpoint(
  {
    operationId: "adminDecideNameClaim",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Decide a claim of a name, or the appeal against the first decision",
    params: IdParams,
    body: NameClaimDecision,
    result: JudgedNameClaim,
    errors: ["already_decided"],
  },
  ({ caller, params, body }) => nameClaims.decide(caller, params.id, body),
);
