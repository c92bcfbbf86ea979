/** Longest slug of a skill. */
export const MAX_SLUG_CHARS = 64;
/** Longest reason of an act that is kept: a decision, a refund, a suspension. */
export const MAX_REASON_CHARS = 1_000;
