import { type Attack, attacks, honestRequests } from "@/tests/bench/fairness-rows";
import { fillListings, readNames } from "@/tests/bench/listings";
import type { LoadReport, LoadRequest } from "@/tests/bench/load";
import {
  forgetPeak,
  memoryMb,
  startHost,
  startLoader,
  startUpstream,
  type Target,
} from "@/tests/bench/processes";
import { figure, percentile, type Result } from "@/tests/bench/results";

const LISTINGS = 2_000;
/** The honest client: few enough requests that nothing of its own waits in line. */
const HONEST = { connections: 4, perSecond: 25 };
const ATTACK_CONNECTIONS = 16;
const [ROW_MS, QUICK_ROW_MS] = [8_000, 3_000];
/** After an attack, until what it left behind is done. */
const PAUSE_MS = 1_500;
const [MAX_RATIO, MAX_RSS_MB] = [1.5, 700];
/** As an operator would run it: with its worker, its limits as they are delivered, and behind one proxy. */
const DELIVERED = { WORKER: "on", RATE_LIMIT_SCALE: "1", MAX_IN_FLIGHT: "20", TRUSTED_PROXIES: "1" };

type Loader = ReturnType<typeof startLoader>;
type Measured = { report: LoadReport; greedy: LoadReport | null; peakMb: number };

/**
 * What an honest client notices while one account does its worst: its p95 against the same client alone, measured before and
 * after in the same run; and the peak of the process's memory. `FAIRNESS_ROWS=webhooks,runs` measures only rows whose name
 * contains one of these.
 */
export async function fairness(isQuick: boolean): Promise<Result[]> {
  await fillListings(await readNames(), LISTINGS);
  const upstream = await startUpstream();
  const honest = await honestRequests(upstream.origin);
  const wanted = process.env.FAIRNESS_ROWS?.split(",") ?? [""];
  const rows = (await attacks(upstream.origin)).filter(({ name }) =>
    wanted.some((part) => name.includes(part)),
  );
  const host = await startHost(DELIVERED);
  const loaders = [startLoader(), startLoader()] as const;
  const measure = (attack: Attack | null) =>
    besides(host, loaders, { honest, attack, durationMs: isQuick ? QUICK_ROW_MS : ROW_MS });
  // The first rounds compile and fill caches.
  for (let round = 0; round < 2; round++) await measure(null);
  const before = await measure(null);
  const measured: [Attack, Measured][] = [];
  for (const attack of rows) {
    measured.push([attack, await measure(attack)]);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  const after = await measure(null);
  for (const loader of loaders) loader.stop();
  await host.stop();
  upstream.stop();
  const alone = [before.report, after.report];
  console.log(
    `alone: p50 ${ms(alone, 0.5)} ms, p95 ${ms(alone, 0.95)} ms (before ${ms([before.report], 0.95)}, after ${ms([after.report], 0.95)})`,
  );
  return measured.flatMap(([attack, one]) => resultsOf(attack, one, alone));
}

/** Runs the honest client, beside an attack if there is one. */
async function besides(
  { origin, pid }: Target,
  [one, other]: readonly [Loader, Loader],
  { honest, attack, durationMs }: { honest: LoadRequest[]; attack: Attack | null; durationMs: number },
): Promise<Measured> {
  forgetPeak(pid);
  const greedy = attack
    ? other.run({
        origin,
        durationMs,
        connections: ATTACK_CONNECTIONS,
        requests: attack.requests,
        perSecond: attack.perSecond,
      })
    : null;
  const report = await one.run({ origin, requests: honest, durationMs, ...HONEST });
  return { report, greedy: await greedy, peakMb: memoryMb(pid).peak };
}

const latencies = (reports: LoadReport[], kind?: string) =>
  reports.flatMap(({ byKind, latenciesMs }) => (kind ? (byKind[kind] ?? []) : latenciesMs));
const ms = (reports: LoadReport[], share: number, kind?: string) =>
  Number(percentile(latencies(reports, kind), share).toPrecision(3));

function resultsOf({ name }: Attack, { report, greedy, peakMb }: Measured, alone: LoadReport[]): Result[] {
  const [worst] = Object.keys(report.byKind)
    .map((kind) => ({ kind, ratio: ms([report], 0.95, kind) / ms(alone, 0.95, kind) }))
    .toSorted((a, b) => b.ratio - a.ratio);
  const of = `p50 ${ms([report], 0.5)} of ${ms(alone, 0.5)}; worst ${worst?.kind} ${worst?.ratio.toFixed(1)}; ${report.failed} failed`;
  return [
    figure(`${name}: p95`, {
      value: ms([report], 0.95),
      unit: "ms",
      against: `alone (${of}; attacker ${greedy?.answered} answered, ${greedy?.failed} refused)`,
      floor: ms(alone, 0.95),
      goal: { of: "ratio", is: "<=", than: MAX_RATIO },
    }),
    figure(`${name}: peak memory`, {
      value: peakMb,
      unit: "MB",
      against: "nothing",
      goal: { of: "value", is: "<=", than: MAX_RSS_MB },
    }),
  ];
}
