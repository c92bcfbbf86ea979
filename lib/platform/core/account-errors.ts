import { z } from "zod";
import { amount, type ErrorKind } from "@/lib/platform/core/error-kind";

/** Errors of accounts and signing in. */
export const ACCOUNT_ERRORS = {
  email_taken: {
    status: 400,
    meaning: "There is an account with this address already. Sign in instead.",
  },
  wrong_password: {
    status: 400,
    meaning: "The password is wrong.",
  },
  wrong_code: {
    status: 400,
    meaning: "The code is wrong, or was used before. Take the next one.",
  },
  link_expired: {
    status: 400,
    meaning: "The token of a link was used before, is too old, or is another account's. Ask for a new link.",
  },
  account_in_use: {
    status: 400,
    meaning:
      "The account cannot be closed yet. `details.blockers` says what stands in the way; with `details.credits`, something is left that has to be given up with `give_up_credits: true`.",
    details: z.object({
      blockers: z.array(z.string()).optional().meta({ description: "What must end first." }),
      subscribers: z
        .array(z.object({ slug: z.string(), count: z.number().int(), until: z.string() }))
        .optional()
        .meta({ description: "Skills of yours that others have running purchases of." }),
      credits: amount("Credits that would be given up.").optional(),
      earnings: amount("Earnings that would be given up.").optional(),
    }),
  },
  own_account: {
    status: 400,
    meaning: "Administrators do not act on their own account; another administrator can.",
  },
  wrong_credentials: {
    status: 401,
    meaning: "Wrong email or password.",
  },
  sign_in_again: {
    status: 401,
    meaning: "The time to enter the code has run out, or too many codes were wrong. Sign in again.",
  },
  account_suspended: {
    status: 403,
    meaning: "An administrator has suspended the account.",
  },
  registration_closed: {
    status: 403,
    meaning: "The operator has closed registration for now.",
  },
} as const satisfies Record<string, ErrorKind>;
