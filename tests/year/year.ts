/** A year of the market, made from a seed: what happens next is chosen so that everything meets everything. */
import { seeded } from "@/tests/support/fuzz-input";
import type { Context, Op } from "@/tests/year/actors/kinds";
import type { World } from "@/tests/year/actors/world";
import { openChoice } from "@/tests/year/choice";
import { backUp, busiest, inRestored, ownerOf } from "@/tests/year/ending";
import { check, checkExports, checkTraces, Difference, KINDS, perform, touchedBy } from "@/tests/year/history";
import { openMeetings } from "@/tests/year/meetings";
import { DAY, dayOf, leapDayBefore } from "@/tests/year/model/calendar";
import { isGone } from "@/tests/year/model/callers";
import { openPairs } from "@/tests/year/pairs";

export type YearOptions = {
  seed: number;
  days: number;
  operations: number;
  accounts: number;
  isRestored: boolean;
  /** Where the backup of the market at its end is written, if anywhere. */
  keep: string | null;
  /** Is told how far it is, now and then. */
  report?: (operations: number, days: number) => void;
};

const CHECK_EVERY = 100;
const REPORT_EVERY = 2_000;
/** Operations that may be sent again. */
const RECENT = 40;
const ROOTS = 2;
/** How many of as many people as began stay at least, and how many skills are on sale for each. */
const [LIVING, LISTED] = [0.7, 0.5];
/** How long the market goes on after it was restored. */
const MONTH_DAYS = 30;
const LEAP_OPERATIONS = 400;
/** Busy people who close their accounts at the end. */
const CLOSINGS = 6;

/** Makes a year and performs it. Returns its history, what met, and the difference that ended it, if any. */
export async function liveThrough(world: World, options: YearOptions) {
  const { seed, days, operations, accounts, isRestored, keep, report } = options;
  const random = seeded(seed);
  const pairs = openPairs();
  const history: Op[] = [];
  const names = new Map<string, number>();
  const outcomes = new Map<string, number>();
  const name = (letter: string) => {
    const count = (names.get(letter) ?? 0) + 1;
    names.set(letter, count);
    return `${letter}${count}`;
  };
  let passed = 0;
  const times = new Map<string, number>();
  const timed = async (what: string, work: () => Promise<void>) => {
    const startedAt = performance.now();
    await work();
    times.set(what, (times.get(what) ?? 0) + Math.round(performance.now() - startedAt));
  };
  const live = async (op: Op) => {
    const touched = touchedBy(world.market, op);
    history.push(op);
    if (op.kind === "pass") passed += Number(op.ms);
    await timed(String(op.kind === "job" ? op.name : op.kind), () =>
      perform(world, op, (outcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)),
    );
    pairs.count(op, touched);
    if (op.idem) recent.push(op);
    if (recent.length > RECENT) recent.shift();
    if (history.length % CHECK_EVERY === 0) await timed("checks", () => check(world, op));
    if (history.length % REPORT_EVERY === 0) report?.(history.length, Math.round(passed / DAY));
  };
  const recent: Op[] = [];
  const context = (target: string | null): Context => ({
    recent,
    market: world.market,
    random,
    target,
    now: Date.now(),
    name,
  });
  const next = openChoice(random, pairs, context, { people: accounts * LIVING, skills: accounts * LISTED });
  const meetings = openMeetings(() => context(null));
  /** So many operations in so much time; both end together. */
  const liveFor = async (count: number, ms: number) => {
    const [first, begun] = [history.length, passed];
    while (history.length < first + count || passed < begun + ms) {
      if ((passed - begun) / ms < (history.length - first) / count) await jump(context(null), live);
      const op = meetings.next() ?? next();
      if (op) await live(op);
    }
    await check(world, history.at(-1) as Op);
  };
  /**
   * So long passes that a subscription began on a leap day, and the market goes on. Never backwards: what was expired would be missed.
   */
  const leap = async () => {
    const begun = [...world.market.purchases.values()].filter(
      ({ status, interval }) => status === "active" && interval !== "day" && interval !== "week",
    );
    if (begun.length === 0) return;
    const { anchorAt } = random.pick(begun);
    await live({ kind: "pass", ms: (dayOf(anchorAt) - dayOf(leapDayBefore(anchorAt))) * DAY });
    await liveFor(LEAP_OPERATIONS, MONTH_DAYS * DAY);
  };
  /** Some people take their data, and leave. */
  const part = async () => {
    await checkExports(world, history.at(-1) as Op);
    for (const organization of [...world.market.accounts.values()]) {
      const person = isGone(organization) ? undefined : ownerOf(world.market, organization);
      if (person) await live({ kind: "close_organization", account: organization.ref, person, givesUp: true });
    }
    for (const { ref } of busiest(world.market, CLOSINGS))
      await live({ kind: "close_account", account: ref, givesUp: true });
    await checkTraces(world, history.at(-1) as Op);
  };
  let difference: Difference | null = null;
  try {
    for (const op of beginning(name, accounts)) await live(op);
    await liveFor(Math.max(1, operations - history.length), days * DAY);
    const month = () => liveFor(Math.ceil((operations * MONTH_DAYS) / days), MONTH_DAYS * DAY);
    if (!isRestored) {
      if (keep) await backUp(world, keep);
      await part();
    } else {
      const lost = await inRestored(world, keep, () => month().then(leap).then(part));
      if (lost.length > 0)
        throw new Difference(history.at(-1) as Op, `the restored market differs\n${lost.join("\n")}`);
    }
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    difference = error;
  }
  return { history, pairs, met: meetings.played, outcomes, times, difference, days: Math.round(passed / DAY) };
}

/** The administrators, and people with credits. */
function beginning(name: (letter: string) => string, accounts: number): Op[] {
  const people = Array.from({ length: accounts }, (_, index) => {
    const as = name("a");
    return {
      kind: "register",
      as,
      key: name("k"),
      email: `${as}@year.test`,
      ...(index < ROOTS && { isRoot: true }),
    };
  });
  const grants = people.slice(ROOTS).map(({ as }) => ({ kind: "grant", by: "k1", account: as, amount: "60000000" }));
  return [...people, ...grants];
}

/** Time passes, with some jobs before and after it, in any order and some of them twice. */
async function jump(context: Context, live: (op: Op) => Promise<void>): Promise<void> {
  const { random } = context;
  const jobs = async () => {
    for (let count = random.below(4); count > 0; count--) {
      const job = { kind: "job", ...KINDS.job?.make(context) } as Op;
      await live(job);
      if (random.chance(0.3)) await live(job);
    }
  };
  await jobs();
  await live({ kind: "pass", ...KINDS.pass?.make(context) } as Op);
  await jobs();
}
