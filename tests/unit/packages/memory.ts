import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What a package may cost the process at its highest, beyond what it used before. */
export const MAX_GROWTH_BYTES = 64 * 1024 * 1024;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Bytes in use, inside and outside of the heap. Garbage is collected first: when Node does so by itself says nothing. */
function usedBytes(): number {
  collectGarbage();
  // Buffers are freed beside the program; another collection waits for that.
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Runs `work` and answers by how many bytes the memory in use grew at its highest. */
export async function peakGrowthBytes(work: () => Promise<void>): Promise<number> {
  const before = usedBytes();
  let peak = before;
  let timer: NodeJS.Timeout;
  const sample = () => {
    const startedAt = performance.now();
    peak = Math.max(peak, usedBytes());
    // Most of the time is left to the work, however long a collection takes.
    timer = setTimeout(sample, 4 * (performance.now() - startedAt));
  };
  sample();
  await work().finally(() => clearTimeout(timer));
  return Math.max(peak, usedBytes()) - before;
}
