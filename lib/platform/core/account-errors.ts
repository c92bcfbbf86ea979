import { z } from "zod";
import { amount, type ErrorKind } from "@/lib/platform/core/error-kind";

export const ACCOUNT_ERRORS = {
  email_taken: {
    status: 400,
    meaning: "An account with this email already exists. Sign in instead.",
  },
  wrong_password: {
    status: 400,
    meaning: "The password is wrong.",
  },
  wrong_code: {
    status: 400,
    meaning: "The code is wrong or already used. Enter the next one.",
  },
  link_expired: {
    status: 400,
    meaning: "The link was already used, has expired, or belongs to another account. Request a new link.",
  },
  account_in_use: {
    status: 400,
    meaning:
      "The account can't be closed yet. `details.blockers` lists what must end first. With `details.credits`, credits or earnings remain: confirm their loss with `give_up_credits: true`.",
    details: z.object({
      blockers: z.array(z.string()).optional().meta({ description: "What must end first." }),
      subscribers: z
        .array(z.object({ slug: z.string(), count: z.number().int(), until: z.string() }))
        .optional()
        .meta({ description: "Your skills with active purchases by others." }),
      credits: amount("Credits that would be given up.").optional(),
      earnings: amount("Earnings that would be given up.").optional(),
    }),
  },
  own_account: {
    status: 400,
    meaning: "Administrators can't act on their own account; another administrator can.",
  },
  wrong_credentials: {
    status: 401,
    meaning: "Wrong email or password.",
  },
  sign_in_again: {
    status: 401,
    meaning: "The time to enter the code ran out, or there were too many wrong codes. Sign in again.",
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
