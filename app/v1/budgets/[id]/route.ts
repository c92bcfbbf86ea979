import { Budget } from "@/lib/identity/budgets/schemas";
import * as budgets from "@/lib/identity/budgets/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const DELETE = endpoint(
  {
    operationId: "deleteBudget",
    access: "account",
    scope: null,
    tag: "Money",
    summary: "Remove a budget",
    description: "Only a signed-in user can do this. The budget of a connected program can't be removed.",
    params: IdParams,
    result: Budget,
    errors: ["session_required"],
  },
  ({ caller, params }) => budgets.remove(caller, params.id),
);
