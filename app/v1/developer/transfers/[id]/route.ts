import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { SkillTransferEnd } from "@/lib/supply/publishing/transfer-schemas";
import * as transfers from "@/lib/supply/publishing/transfers";

export const DELETE = endpoint(
  {
    operationId: "endTransfer",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Decline a skill that is offered to you, or withdraw your offer",
    params: IdParams,
    result: SkillTransferEnd,
    errors: ["session_required"],
  },
  ({ caller, params }) => transfers.end(caller, params.id),
);
