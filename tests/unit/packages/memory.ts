/** What a package may cost the process at its highest, beyond what it used before. */
export const MAX_GROWTH_BYTES = 64 * 1024 * 1024;

/** Runs `work` and answers by how many bytes the memory of this process grew at its highest. */
export async function peakGrowthBytes(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, 1);
  await work().finally(() => clearInterval(timer));
  sample();
  return peak - before;
}
