import { endpoint } from "@/lib/http/endpoint";
import { Profile, VerificationSent, VerifyInput } from "@/lib/settings/schemas";
import * as settings from "@/lib/settings/service";

export const POST = endpoint(
  {
    operationId: "requestEmailVerification",
    access: "account",
    tag: "Account",
    summary: "Send yourself a link that proves your address",
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
    summary: "Prove your address, or a new one, with the token of the link",
    body: VerifyInput,
    result: Profile,
    errors: ["link_expired", "email_taken"],
  },
  ({ caller, body }) => settings.verify(caller, body.token),
);
