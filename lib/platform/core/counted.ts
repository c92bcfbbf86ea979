/** A number with its noun: `1 email`, `2 emails`. For nouns with a regular plural. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** An amount of credits, as it is written, with its noun: `1 credit`, `0.5 credits`. */
export const withCredits = (amount: string | number) => `${amount} credit${String(amount) === "1" ? "" : "s"}`;
