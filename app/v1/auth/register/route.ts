import { Registered, RegisterInput } from "@/lib/identity/accounts/schemas";
import * as accounts from "@/lib/identity/accounts/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const POST = endpoint(
  {
    operationId: "register",
    access: "public",
    tag: "Account",
    summary: "Create an account; the response has its first API key",
    body: RegisterInput,
    attempts: "register",
    result: Registered,
    errors: ["email_taken", "registration_closed", "too_many_in_flight"],
  },
  ({ body }) => accounts.register(body),
);
