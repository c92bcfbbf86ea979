import { Budget } from "@/lib/identity/budgets/schemas";
import * as budgets from "@/lib/identity/budgets/service";
import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { Id } from "@/lib/platform/core/fields";

export const DELETE = endpoint(
  {
    operationId: "deleteOrganizationBudget",
    access: "account",
    isOfOrganization: true,
    scope: null,
    tag: "Organizations",
    summary: "Remove a budget of an organization",
    description: "As `DELETE /v1/budgets/{id}`. Only a signed-in user can do this.",
    params: OrganizationParams.extend({ id: Id }),
    result: Budget,
    errors: ["session_required"],
  },
  ({ caller, params }) => budgets.remove(caller, params.id),
);
