import * as settings from "@/lib/identity/accounts/profile";
import { Profile, VerificationSent, VerifyInput } from "@/lib/identity/accounts/profile-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const POST = endpoint(
  {
    operationId: "requestEmailVerification",
    access: "account",
    tag: "Account",
    summary: "Send yourself a link that verifies your email",
    description: "At most five an hour are sent.",
    result: VerificationSent,
  },
  ({ caller }) => settings.requestVerification(caller),
);

export const PUT = endpoint(
  {
    operationId: "verifyEmail",
    access: "account",
    tag: "Account",
    summary: "Verify your email, or a new one, with the link's token",
    body: VerifyInput,
    result: Profile,
    errors: ["link_expired", "email_taken"],
  },
  ({ caller, body }) => settings.verify(caller, body.token),
);
