import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { SkillTransferEnd } from "@/lib/supply/publishing/transfer-schemas";
import * as transfers from "@/lib/supply/publishing/transfers";

export const POST = endpoint(
  {
    operationId: "acceptTransfer",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Become the owner of a skill that is offered to you",
    description:
      "Buyers keep everything. Earlier sales and payouts stay with the former owner; the next sale or renewal is yours.",
    params: IdParams,
    result: SkillTransferEnd,
    errors: ["invalid_request", "session_required"],
  },
  ({ caller, params }) => transfers.accept(caller, params.id),
);
