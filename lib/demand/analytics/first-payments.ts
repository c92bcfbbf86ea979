import { MAX_TRIAL_DAYS } from "@/lib/supply/skills/plans";

/**
 * The condition of purchases `p` that were first charged after a moment, which is SQL. That is at their anchor, where a trial ends;
 * `started_at` is no more than a trial before it, and has the index.
 */
export const firstPaidSince = (moment: string): string =>
  `p.started_at > ${moment} - interval '${MAX_TRIAL_DAYS} days' AND p.anchor_at > ${moment} AND p.price_micros > 0 AND p.term > 0`;
