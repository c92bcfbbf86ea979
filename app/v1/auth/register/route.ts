import { Registered, RegisterInput } from "@/lib/accounts/schemas";
import * as accounts from "@/lib/accounts/service";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(
  {
    operationId: "register",
    access: "public",
    tag: "Account",
    summary: "Create an account; its first API key is in the answer",
    body: RegisterInput,
    attempts: "register",
    result: Registered,
    errors: ["email_taken", "registration_closed"],
  },
  ({ body }) => accounts.register(body),
);
