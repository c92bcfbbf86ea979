import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { formatCredits, type Micros, priceToMicros, toCredits } from "@/lib/core/money";
import type { Asking } from "@/lib/mcp/tool";

/** Thrown where a person has to be asked first; the server puts the question to them. */
export class AskFirst extends Error {
  readonly question: string;

  constructor(question: string) {
    super(question);
    this.question = question;
  }
}

/**
 * Has the person asked before a charge above what their consent lets pass. `maxPrice` bounds the charge, so that the
 * price is only read when it matters. Throws AskFirst, or confirmation_required where the client can't ask.
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
