import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { formatCredits, type Micros, priceToMicros, toCredits } from "@/lib/core/money";
import type { Asking } from "@/lib/mcp/tool";

/** Thrown when a charge needs confirmation; the server then asks the user. */
export class AskFirst extends Error {
  readonly question: string;

  constructor(question: string) {
    super(question);
    this.question = question;
  }
}

/**
 * Requires the user's confirmation of a charge above the limit of their consent. `maxPrice` bounds the charge, so the
 * price is only read above the limit. Throws AskFirst, or confirmation_required if the client can't ask.
 */
export async function requireConfirmed(
  { caller, isConfirmed, canAsk }: Asking,
  what: string,
  maxPrice: number,
  costOf: () => Promise<Micros>,
): Promise<void> {
  const threshold = caller.key?.askAboveMicros ?? null;
  if (threshold === null || isConfirmed || priceToMicros(maxPrice) <= threshold) return;
  const cost = await costOf();
  if (cost <= threshold) return;
  if (canAsk) throw new AskFirst(`${what} costs ${formatCredits(cost)} credits. May it be charged?`);
  throw new AppError(
    "confirmation_required",
    `${what} costs ${formatCredits(cost)} credits, and this program may charge at most ${formatCredits(threshold)} without asking. This client can't ask for confirmation. Ask the user to raise the limit on the API keys page, or to do it on the website.`,
    {
      details: {
        price: toCredits(cost),
        ask_above: toCredits(threshold),
        manage_url: `${env().PUBLIC_URL}/keys`,
      },
    },
  );
}
