import { Budget, BudgetInput, BudgetList } from "@/lib/identity/budgets/schemas";
import * as budgets from "@/lib/identity/budgets/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listBudgets",
    access: "account",
    tag: "Money",
    summary: "List your budgets, with what each has spent in its current period",
    description: "A charge counts in every budget that it belongs to, and is refused by the first that it exceeds.",
    result: BudgetList,
  },
  ({ caller }) => budgets.list(caller),
);

export const PUT = endpoint(
  {
    operationId: "setBudget",
    access: "account",
    scope: null,
    tag: "Money",
    summary: "Set or change a budget of the account, a key or a skill",
    description:
      "Only a signed-in user can do this. An account or a skill has at most one budget per period, a key has one. A lower amount cancels nothing that is reserved already.",
    body: BudgetInput,
    result: Budget,
    errors: ["session_required"],
  },
  ({ caller, body }) => budgets.put(caller, body),
);
