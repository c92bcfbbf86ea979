/** Two buckets double the duration: the first ends at 1 ms. */
const BUCKETS_PER_DOUBLING = 2;

/**
 * A percentile (0 to 1) of durations in milliseconds from their counts by bucket, or null without any. It is the
 * geometric middle of its bucket, so within a fifth of the true one.
 */
export function percentileMs(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  const index = counts.findIndex((count) => {
    seen += count;
    return seen >= share * total;
  });
  if (index <= 0) return 1;
  return Math.round(2 ** ((index - 0.5) / BUCKETS_PER_DOUBLING));
}
