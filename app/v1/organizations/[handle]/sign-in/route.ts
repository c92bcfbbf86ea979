import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import * as signIn from "@/lib/identity/organizations/sign-in";
import {
  OrganizationSignInChange,
  OrganizationSignInInput,
  OrganizationSignInRemoved,
  OrganizationSignInView,
} from "@/lib/identity/organizations/sign-in-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "getOrganizationSignIn",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "The sign-in of an organization",
    description: "Its OpenID Connect provider, its domain and who needs it. The client secret is never shown.",
    params: OrganizationParams,
    result: OrganizationSignInView,
  },
  ({ caller }) => signIn.get(caller),
);

export const PUT = endpoint(
  {
    operationId: "setOrganizationSignIn",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Set up the sign-in of an organization",
    description:
      "Reads the provider's description at the issuer. Another domain, issuer or client id ends the sessions that the former one began, and the obligation. For a signed-in owner; an API key may not.",
    params: OrganizationParams,
    body: OrganizationSignInInput,
    result: OrganizationSignInView,
    limit: "probe",
    errors: ["session_required"],
  },
  ({ caller, body }) => signIn.set(caller, body),
);

export const PATCH = endpoint(
  {
    operationId: "updateOrganizationSignIn",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Change who needs the sign-in of an organization",
    description:
      "It can be made obligatory once the domain is verified and a sign-in has worked. One owner then needs none. For a signed-in owner; an API key may not.",
    params: OrganizationParams,
    body: OrganizationSignInChange,
    result: OrganizationSignInView,
    errors: ["session_required"],
  },
  ({ caller, body }) => signIn.change(caller, body),
);

export const DELETE = endpoint(
  {
    operationId: "removeOrganizationSignIn",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Remove the sign-in of an organization",
    description: "Sessions that it began end. Members stay, and sign in to their own accounts.",
    params: OrganizationParams,
    result: OrganizationSignInRemoved,
    errors: ["session_required"],
  },
  ({ caller }) => signIn.remove(caller),
);
