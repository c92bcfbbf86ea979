import { AppError } from "@/lib/core/errors";
import { formatCredits, type Micros, priceToMicros, toCredits } from "@/lib/core/money";

/** A price may grow to so many times what it was before whoever names no price has to agree to it. */
const MAX_GROWTH = 2n;

/** What is known of the price of a call: amounts in micro-credits as text. */
export type CallPrice = { price_per_call_micros: string | null; former_call_micros: string | null };
/** The most that a use may cost, and whether its caller has said so. */
export type Agreed = { most: Micros; isSaid: boolean };

/**
 * The most that a caller has agreed to pay: what they say, in credits, or without a word twice what a call cost before its
 * price rose in the last days. So a price that jumps, or jumps while a call is on its way, takes nobody by surprise.
 */
export function agreedPrice({ price_per_call_micros, former_call_micros }: CallPrice, said?: number): Agreed {
  if (said !== undefined) return { most: priceToMicros(said), isSaid: true };
  const price = BigInt(price_per_call_micros ?? 0);
  const former = former_call_micros === null ? price : BigInt(former_call_micros);
  return { most: (former < price ? former : price) * MAX_GROWTH, isSaid: false };
}

/** Lets a price pass that was agreed to. Throws price_changed. */
export function requireAgreed(price: Micros, { most, isSaid }: Agreed): void {
  if (price <= most) return;
  const now = formatCredits(price);
  throw new AppError(
    "price_changed",
    isSaid
      ? `A call costs ${now} credits now, above your max_price. Nothing was called or charged.`
      : `A call costs ${now} credits since its price rose, more than twice what it was in the last 7 days. Send max_price to agree. Nothing was called or charged.`,
    { param: "max_price", details: { price: toCredits(price) } },
  );
}
