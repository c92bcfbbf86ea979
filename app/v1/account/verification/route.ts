import { endpoint } from "@/lib/http/endpoint";
import { Profile, VerificationSent, VerifyInput } from "@/lib/settings/schemas";
import * as settings from "@/lib/settings/service";

export const POST = endpoint(
  {
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
    access: "account",
    tag: "Account",
    summary: "Prove your address with the token of the link",
    body: VerifyInput,
    result: Profile,
    errors: ["link_expired"],
  },
  ({ caller, body }) => settings.verify(caller, body.token),
);
