import * as companyPeople from "@/lib/identity/organizations/company-people";
import { CompanyIdentityParams, CompanyIdentityRemoved } from "@/lib/identity/organizations/sign-in-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const DELETE = endpoint(
  {
    operationId: "removeCompanyIdentity",
    access: "account",
    tag: "Account",
    summary: "Remove the link to an organization's sign-in",
    description: "Link it again by signing in with the organization. For a signed-in person; an API key may not.",
    params: CompanyIdentityParams,
    result: CompanyIdentityRemoved,
    errors: ["session_required"],
  },
  ({ caller, params }) => companyPeople.unlink(caller, params.handle),
);
