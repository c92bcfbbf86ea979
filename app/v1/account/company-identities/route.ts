import * as companyPeople from "@/lib/identity/organizations/company-people";
import { CompanyIdentityList } from "@/lib/identity/organizations/sign-in-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listCompanyIdentities",
    access: "account",
    tag: "Account",
    summary: "List the organizations whose sign-in your account is linked to",
    description: "For a signed-in person; an API key may not.",
    result: CompanyIdentityList,
    errors: ["session_required"],
  },
  ({ caller }) => companyPeople.listOwn(caller),
);
