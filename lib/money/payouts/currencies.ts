/** Currencies that Stripe counts in whole units (docs.stripe.com/currencies); all others in hundredths. */
const ZERO_DECIMAL = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
/** Currencies that Stripe counts in hundredths and sends to banks in whole units only. */
const WHOLE_PAYOUTS = ["huf", "isk", "twd", "ugx"];

/** How many of a currency's smallest units at Stripe make one. */
export function unitsOf(currency: string): number {
  return ZERO_DECIMAL.includes(currency) ? 1 : 100;
}

/** The part of an amount, in smallest units, that a bank can be sent. */
export function payableOf(amount: number, currency: string): number {
  return WHOLE_PAYOUTS.includes(currency) ? amount - (amount % 100) : amount;
}
