import { Approval, ApprovalDecision } from "@/lib/demand/approvals/schemas";
import * as approvals from "@/lib/demand/approvals/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "decideApproval",
    access: "account",
    scope: null,
    isOwnOriginOnly: true,
    tag: "Money",
    summary: "Approve or refuse a charge",
    description:
      "Only a signed-in user can do this, on the marketplace's own pages. `approve` allows this request once, `approve_skill` any request of the key for this version of the skill up to an amount, for 24 hours. `refuse` also ends an approval.",
    params: IdParams,
    body: ApprovalDecision,
    result: Approval,
    errors: ["session_required", "already_decided"],
  },
  ({ caller, params, body }) => approvals.decide(caller, params.id, body),
);
