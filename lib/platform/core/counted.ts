/** A number with its noun: `1 email`, `2 emails`. For nouns with a regular plural. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
