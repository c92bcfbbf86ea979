import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { formatCredits, type Micros, toCredits } from "@/lib/core/money";

/** The 402 of a wallet that is short: what it costs, what is there, what is missing and where to get it. */
export function insufficientCredits(required: Micros, available: Micros): AppError {
  return new AppError(
    "insufficient_credits",
    `This costs ${formatCredits(required)} credits; you have ${formatCredits(available)}.`,
    {
      details: {
        required: toCredits(required),
        available: toCredits(available),
        shortfall: toCredits(required - available),
        topup_url: `${env().PUBLIC_URL}/wallet`,
      },
    },
  );
}

/** The 402 of a key that has spent its limit: what it may spend, what it has spent, and how to change it. */
export function keyLimitReached(keyId: string, required: Micros, limit: Micros, spent: Micros): AppError {
  return new AppError(
    "key_limit_reached",
    `This costs ${formatCredits(required)} credits, and this key has spent ${formatCredits(spent)} of its limit of ${formatCredits(limit)}. Raise credit_limit with PATCH /v1/keys/${keyId}, or use another key.`,
    {
      details: {
        required: toCredits(required),
        credit_limit: toCredits(limit),
        spent: toCredits(spent),
        key_id: keyId,
      },
    },
  );
}
