import { type Attack, attacks, honestRequests } from "@/tests/bench/fairness-rows";
import { fillListings, readNames } from "@/tests/bench/listings";
import type { LoadReport, LoadRequest } from "@/tests/bench/load";
import {
  forgetPeak,
  IDLE_NICENESS,
  memoryMb,
  processorMs,
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
/** The p95 of fewer seconds is decided by a handful of requests. */
const [ROW_MS, QUICK_ROW_MS] = [20_000, 3_000];
/** The same client alone, before and after each attack. */
const [ALONE_MS, QUICK_ALONE_MS] = [5_000, 2_000];
/** For so long after its start a process loads its pages, one by one. */
const START_MS = 60_000;
/** After an attack, until what it left behind is done. */
const PAUSE_MS = 1_500;
const [MAX_RATIO, MAX_RSS_MB] = [1.5, 700];
/** As an operator would run it: with its worker, its limits as they are delivered, and behind one proxy. */
const DELIVERED = { WORKER: "on", RATE_LIMIT_SCALE: "1", MAX_IN_FLIGHT: "20", TRUSTED_PROXIES: "1" };

type Loader = ReturnType<typeof startLoader>;
/** `busy` is the share of one core that the process used. */
type Measured = { report: LoadReport; greedy: LoadReport | null; peakMb: number; busy: number };

/**
 * What an honest client notices while one account does its worst: its p95 against the same client alone right before and after; and
 * the peak of the process's memory. What attacks are made with, which users would have on machines of their own, yields to all
 * else. `FAIRNESS_ROWS=webhooks,runs` measures only rows whose name contains one of these, each as
 * often as it is named.
 */
export async function fairness(isQuick: boolean): Promise<Result[]> {
  await fillListings(await readNames(), LISTINGS);
  const upstreams = [await startUpstream(0), await startUpstream(1, IDLE_NICENESS)] as const;
  const honest = await honestRequests(upstreams[0].origin);
  const wanted = process.env.FAIRNESS_ROWS?.split(",") ?? [""];
  const rowsOf = (all: Attack[]) => wanted.flatMap((part) => all.filter(({ name }) => name.includes(part)));
  // Those of the first rounds come from accounts of their own, so that the measured ones have all their budgets.
  const [first, rows] = [rowsOf(await attacks(upstreams[1].origin)), rowsOf(await attacks(upstreams[1].origin))];
  const host = await startHost(DELIVERED);
  const loaders = [startLoader(), startLoader(IDLE_NICENESS)] as const;
  const [aloneMs, rowMs] = isQuick ? [QUICK_ALONE_MS, QUICK_ROW_MS] : [ALONE_MS, ROW_MS];
  const measure = (attack: Attack | null, durationMs = attack ? rowMs : aloneMs) =>
    besides(host, loaders, { honest, attack, durationMs });
  // The first rounds compile and fill caches, of the attacks, too: a process is attacked that has long been up.
  for (const attack of [null, null, null, ...new Set(first)]) await measure(attack, QUICK_ROW_MS);
  await new Promise((done) => setTimeout(done, isQuick ? PAUSE_MS : START_MS));
  const results: Result[] = [];
  let before = await measure(null);
  for (const attack of rows) {
    const measured = await measure(attack);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    const after = await measure(null);
    results.push(...resultsOf(attack, measured, [before, after]));
    before = after;
  }
  for (const loader of loaders) loader.stop();
  await host.stop();
  for (const upstream of upstreams) upstream.stop();
  return results;
}

/** Runs the honest client, beside an attack if there is one. */
async function besides(
  { origin, pid }: Target,
  [one, other]: readonly [Loader, Loader],
  { honest, attack, durationMs }: { honest: LoadRequest[]; attack: Attack | null; durationMs: number },
): Promise<Measured> {
  forgetPeak(pid);
  const [startedAt, startedMs] = [performance.now(), processorMs(pid)];
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
  const busy = (processorMs(pid) - startedMs) / (performance.now() - startedAt);
  return { report, greedy: await greedy, peakMb: memoryMb(pid).peak, busy };
}

const latencies = (reports: LoadReport[], kind?: string) =>
  reports.flatMap(({ byKind, latenciesMs }) => (kind ? (byKind[kind] ?? []) : latenciesMs));
const ms = (reports: LoadReport[], share: number, kind?: string) =>
  Number(percentile(latencies(reports, kind), share).toPrecision(3));

function resultsOf({ name }: Attack, { report, greedy, peakMb, busy }: Measured, calm: [Measured, Measured]): Result[] {
  const alone = calm.map((one) => one.report);
  const [worst] = Object.keys(report.byKind)
    .map((kind) => ({ kind, ratio: ms([report], 0.95, kind) / ms(alone, 0.95, kind) }))
    .toSorted((a, b) => b.ratio - a.ratio);
  const cores = `core ${busy.toFixed(2)} of ${calm.map((one) => one.busy.toFixed(2)).join(" and ")}`;
  const of = `${alone.map((one) => ms([one], 0.95)).join(" and ")}; ${cores}; p50 ${ms([report], 0.5)} of ${ms(alone, 0.5)}; worst ${worst?.kind} ${worst?.ratio.toFixed(1)}; ${report.failed} failed`;
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
