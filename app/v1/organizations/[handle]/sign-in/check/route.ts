import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import * as signIn from "@/lib/identity/organizations/sign-in";
import { OrganizationSignInView } from "@/lib/identity/organizations/sign-in-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const POST = endpoint(
  {
    operationId: "checkOrganizationSignIn",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Verify the domain of an organization's sign-in",
    description: "Looks for the TXT record now; later it is checked weekly.",
    params: OrganizationParams,
    result: OrganizationSignInView,
    limit: "probe",
    errors: ["session_required", "domain_unverified", "invalid_request"],
  },
  ({ caller }) => signIn.check(caller),
);
