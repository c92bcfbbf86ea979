import { ApprovalList, ApprovalQuery } from "@/lib/demand/approvals/schemas";
import * as approvals from "@/lib/demand/approvals/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listApprovals",
    access: "account",
    tag: "Money",
    summary: "List requests for approval, newest first",
    description: "A key sees what it asked for; a signed-in user sees all of the account.",
    query: ApprovalQuery,
    result: ApprovalList,
  },
  ({ caller, query }) => approvals.list(caller, query),
);
