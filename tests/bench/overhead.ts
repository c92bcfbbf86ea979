import type { LoadReport, LoadRequest } from "@/tests/bench/load";
import { percentile } from "@/tests/bench/results";

type Load = { origin: string; requests: LoadRequest[] };
/** Runs a load at the pace and for the time of the benchmark. */
export type LoadRun = (load: Load) => Promise<LoadReport>;
/** Straight to the developer's endpoint, and through the host. */
export type Ways = { direct: Load; through: Load };
type Shares = { p50: number; p99: number };
/** Milliseconds of a direct call, and what the way through the host adds. */
export type Overhead = { straight: Shares; added: Shares };

/** What the host adds to a call, in one round. Throws when a call fails. */
export async function overheadOf(run: LoadRun, { direct, through }: Ways): Promise<Overhead> {
  const [one, other] = [await run(direct), await run(through)];
  if (one.failed + other.failed > 0)
    throw new Error(`${other.failed} calls were refused, and ${one.failed} direct ones`);
  const of = (share: number) => percentile(one.latenciesMs, share);
  const more = (share: number) => percentile(other.latenciesMs, share) - of(share);
  return { straight: { p50: of(0.5), p99: of(0.99) }, added: { p50: more(0.5), p99: more(0.99) } };
}
