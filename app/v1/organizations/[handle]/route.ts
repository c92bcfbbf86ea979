import * as callDetails from "@/lib/demand/usage/call-details";
import * as closing from "@/lib/identity/accounts/closing";
import { Closed, CloseInput } from "@/lib/identity/accounts/closing-schemas";
import { OrganizationChange, OrganizationParams, OrganizationView } from "@/lib/identity/organizations/schemas";
import * as organizations from "@/lib/identity/organizations/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as payments from "@/lib/money/payments/service";
import * as publisherNames from "@/lib/supply/publishing/publisher-names";

export const GET = endpoint(
  {
    operationId: "getOrganization",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "One of your organizations",
    params: OrganizationParams,
    result: OrganizationView,
  },
  ({ caller }) => organizations.get(caller),
);

export const PATCH = endpoint(
  {
    operationId: "updateOrganization",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Change an organization's name, or what we store about its calls",
    description: "The name changes on its skills and reviews, too. For a signed-in owner; an API key may not.",
    params: OrganizationParams,
    body: OrganizationChange,
    result: OrganizationView,
    errors: ["session_required"],
  },
  ({ caller, body }) =>
    organizations.change(caller, body, {
      showName: publisherNames.showName,
      forgetParameters: callDetails.forgetParameters,
    }),
);

export const DELETE = endpoint(
  {
    operationId: "closeOrganization",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "Close an organization permanently",
    description:
      "As an account is closed: its skills leave the marketplace, its keys are revoked, its name is deleted, and its members leave it. Confirmed with the password of the signed-in owner; an API key may not.",
    params: OrganizationParams,
    body: CloseInput,
    result: Closed,
    errors: [
      "session_required",
      "wrong_password",
      "sign_in_again",
      "account_in_use",
      "processor_failed",
      "processor_timeout",
    ],
  },
  ({ caller, body }) => closing.close(caller, body, payments.endCheckouts),
);
