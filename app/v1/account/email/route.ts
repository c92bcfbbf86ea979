import * as settings from "@/lib/identity/accounts/profile";
import { EmailChange, VerificationSent } from "@/lib/identity/accounts/profile-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const POST = endpoint(
  {
    operationId: "changeEmail",
    access: "account",
    tag: "Account",
    summary: "Send a link to a new email, which takes effect when the link is used",
    description: "For a signed-in person; an API key may not.",
    body: EmailChange,
    result: VerificationSent,
    errors: ["session_required", "wrong_password", "sign_in_again"],
  },
  ({ caller, body }) => settings.requestEmail(caller, body),
);
