import * as callDetails from "@/lib/demand/usage/call-details";
import * as closing from "@/lib/identity/accounts/closing";
import { Closed, CloseInput } from "@/lib/identity/accounts/closing-schemas";
import * as settings from "@/lib/identity/accounts/profile";
import { Profile, ProfileChange } from "@/lib/identity/accounts/profile-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as payments from "@/lib/money/payments/service";
import * as publisherNames from "@/lib/supply/publishing/publisher-names";

export const GET = endpoint(
  {
    operationId: "getAccount",
    access: "account",
    tag: "Account",
    summary: "Your account",
    result: Profile,
  },
  ({ caller }) => settings.profile(caller),
);

export const PATCH = endpoint(
  {
    operationId: "updateAccount",
    access: "account",
    tag: "Account",
    summary: "Change your display name, what we store about your calls, or which notifications are off",
    description: "The name changes on your skills and reviews, too. For a signed-in person; an API key may not.",
    body: ProfileChange,
    result: Profile,
    errors: ["session_required"],
  },
  ({ caller, body }) =>
    settings.change(caller, body, {
      showName: publisherNames.showName,
      forgetParameters: callDetails.forgetParameters,
    }),
);

export const DELETE = endpoint(
  {
    operationId: "closeAccount",
    access: "account",
    tag: "Account",
    summary: "Close your account permanently",
    description:
      "Your skills leave the marketplace, your keys are revoked, your sessions end, your name and email are deleted. The ledger, purchases, usage and payments are retained without your name. Rejected while others have active purchases of your skills, or a payment or call is in progress; unpaid checkouts are ended. For a signed-in person; an API key may not.",
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
