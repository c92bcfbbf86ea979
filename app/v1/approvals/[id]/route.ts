import { Approval } from "@/lib/demand/approvals/schemas";
import * as approvals from "@/lib/demand/approvals/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "getApproval",
    access: "account",
    tag: "Money",
    summary: "One request for approval, with its decision",
    params: IdParams,
    result: Approval,
  },
  ({ caller, params }) => approvals.get(caller, params.id),
);
