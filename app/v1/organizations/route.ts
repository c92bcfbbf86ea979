import { OrganizationInput, OrganizationList, OrganizationView } from "@/lib/identity/organizations/schemas";
import * as organizations from "@/lib/identity/organizations/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listOrganizations",
    access: "account",
    tag: "Organizations",
    summary: "List the organizations that you are a member of",
    description: "A key of an organization sees that one.",
    result: OrganizationList,
  },
  ({ caller }) => organizations.list(caller),
);

export const POST = endpoint(
  {
    operationId: "createOrganization",
    access: "account",
    tag: "Organizations",
    summary: "Create an organization, of which you are the owner",
    description:
      "An organization is an account that cannot sign in: it has its own wallet, keys, purchases and skills, and its members act for it. For a signed-in person with a verified email; an API key may not.",
    body: OrganizationInput,
    result: OrganizationView,
    errors: ["session_required", "organization_refused"],
  },
  ({ caller, body }) => organizations.create(caller, body),
);
