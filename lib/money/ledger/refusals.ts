import { manageUrl } from "@/lib/identity/keys/guardrails";
import type { Caller } from "@/lib/platform/core/caller";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { inDollars, type Micros, toCredits } from "@/lib/platform/core/money";

/** The 402 of a wallet that is short: what it costs, what is there, what is missing and where to get it. */
export function insufficientCredits(required: Micros, available: Micros): AppError {
  return new AppError("insufficient_credits", `This costs ${inDollars(required)}; you have ${inDollars(available)}.`, {
    details: {
      required: toCredits(required),
      available: toCredits(available),
      shortfall: toCredits(required - available),
      topup_url: `${env().PUBLIC_URL}/wallet`,
    },
  });
}

/** The 402 of a charge that is larger than what a connected program may charge at once. */
export function confirmationRequired(price: Micros, askAbove: Micros): AppError {
  return new AppError(
    "confirmation_required",
    `This costs ${inDollars(price)}, and this program may charge at most ${inDollars(askAbove)} at once. Ask the user to do it on the website, or to connect the program again with a higher limit.`,
    {
      details: {
        price: toCredits(price),
        ask_above: toCredits(askAbove),
        manage_url: manageUrl(),
      },
    },
  );
}

/** What the database says of a key that has spent its limit: micro-credits as text. */
export type KeySpend = { limit_micros: string | null; spent_micros: string | null };

/** The 402 of a key that has spent its limit: what it may spend, what it has spent, and how to change it. */
export function keyLimitReached({ key }: Pick<Caller, "key">, required: Micros, spend: Partial<KeySpend>): AppError {
  const [limit, spent] = [BigInt(spend.limit_micros ?? 0), BigInt(spend.spent_micros ?? 0)];
  return new AppError(
    "key_limit_reached",
    `This costs ${inDollars(required)}, and this key has spent ${inDollars(spent)} of its limit of ${inDollars(limit)}. It can't raise its own limit: ask the user to do that at ${manageUrl()}, or use another key.`,
    {
      details: {
        required: toCredits(required),
        credit_limit: toCredits(limit),
        spent: toCredits(spent),
        key_id: key?.id ?? "",
        manage_url: manageUrl(),
      },
    },
  );
}
