import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { SkillTransfer, SkillTransferInput } from "@/lib/supply/publishing/transfer-schemas";
import * as transfers from "@/lib/supply/publishing/transfers";

export const PUT = endpoint(
  {
    operationId: "offerTransfer",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Offer a skill to an organization, or an organization's skill to a person",
    description: "They have 7 days to accept it. Another offer replaces it.",
    params: IdParams,
    body: SkillTransferInput,
    result: SkillTransfer,
    errors: ["session_required"],
  },
  ({ caller, params, body }) => transfers.offer(caller, params.id, body),
);
