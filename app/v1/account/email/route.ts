import { endpoint } from "@/lib/http/endpoint";
import { EmailChange, VerificationSent } from "@/lib/settings/schemas";
import * as settings from "@/lib/settings/service";

export const POST = endpoint(
  {
    operationId: "changeEmail",
    access: "account",
    tag: "Account",
    summary: "Send a link to a new address, which takes effect when it is used",
    description: "For a signed-in person; an API key may not.",
    body: EmailChange,
    result: VerificationSent,
    errors: ["session_required", "wrong_password", "sign_in_again"],
  },
  ({ caller, body }) => settings.requestEmail(caller, body),
);
