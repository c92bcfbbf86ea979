import { Budget, BudgetInput, BudgetList } from "@/lib/identity/budgets/schemas";
import * as budgets from "@/lib/identity/budgets/service";
import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listOrganizationBudgets",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "List an organization's budgets: its own, and those of its members, keys and skills",
    description: "The same as `GET /v1/budgets` for a caller who acts for the organization.",
    params: OrganizationParams,
    result: BudgetList,
  },
  ({ caller }) => budgets.list(caller),
);

export const PUT = endpoint(
  {
    operationId: "setOrganizationBudget",
    access: "account",
    isOfOrganization: true,
    scope: null,
    tag: "Organizations",
    summary: "Set or change a budget of an organization, a member, a key or a skill",
    description: "As `PUT /v1/budgets`. Only a signed-in user can do this.",
    params: OrganizationParams,
    body: BudgetInput,
    result: Budget,
    errors: ["session_required"],
  },
  ({ caller, body }) => budgets.put(caller, body),
);
