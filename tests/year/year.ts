/** A year of the market, made from a seed: what happens next is chosen so that everything meets everything. */
import { seeded } from "@/tests/support/fuzz-input";
import type { Context, Op } from "@/tests/year/actors/kinds";
import type { World } from "@/tests/year/actors/world";
import { openChoice } from "@/tests/year/choice";
import { restoredDifferences } from "@/tests/year/ending";
import { check, checkPersonal, Difference, KINDS, perform, touchedBy } from "@/tests/year/history";
import { DAY } from "@/tests/year/model/calendar";
import { openPairs } from "@/tests/year/pairs";

export type YearOptions = {
  seed: number;
  days: number;
  operations: number;
  accounts: number;
  isRestored: boolean;
};

const CHECK_EVERY = 100;
/** Operations that may be sent again. */
const RECENT = 40;
const ROOTS = 2;

/** Makes a year and performs it. Returns its history, what met, and the difference that ended it, if any. */
export async function liveThrough(
  world: World,
  { seed, days, operations, accounts, isRestored }: YearOptions,
) {
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
  const times = new Map<string, number>();
  const timed = async (what: string, work: () => Promise<void>) => {
    const startedAt = performance.now();
    await work();
    times.set(what, (times.get(what) ?? 0) + Math.round(performance.now() - startedAt));
  };
  const live = async (op: Op) => {
    const touched = touchedBy(world.market, op);
    history.push(op);
    await timed(String(op.kind === "job" ? op.name : op.kind), () =>
      perform(world, op, (outcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)),
    );
    pairs.count(op, touched);
    if (op.idem) recent.push(op);
    if (recent.length > RECENT) recent.shift();
    if (history.length % CHECK_EVERY === 0) await timed("checks", () => check(world, op));
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
  const next = openChoice(random, pairs, context);
  let passed = 0;
  let difference: Difference | null = null;
  try {
    for (const op of beginning(name, accounts)) await live(op);
    while (history.length < operations || passed < days * DAY) {
      // Both end together.
      if (passed / (days * DAY) < history.length / operations) passed += await jump(context(null), live);
      const op = next();
      if (op) await live(op);
    }
    const last = history.at(-1) as Op;
    await check(world, last);
    await checkPersonal(world, last);
    const lost = isRestored ? await restoredDifferences() : [];
    if (lost.length > 0) throw new Difference(last, `the restored market differs\n${lost.join("\n")}`);
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    difference = error;
  }
  return { history, pairs, outcomes, times, difference, days: Math.round(passed / DAY) };
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
  const grants = people
    .slice(ROOTS)
    .map(({ as }) => ({ kind: "grant", by: "k1", account: as, amount: "60000000" }));
  return [...people, ...grants];
}

/** Time passes, with some jobs before and after it, in any order and some of them twice. Returns the milliseconds. */
async function jump(context: Context, live: (op: Op) => Promise<void>): Promise<number> {
  const { random } = context;
  const jobs = async () => {
    for (let count = random.below(4); count > 0; count--) {
      const job = { kind: "job", ...KINDS.job?.make(context) } as Op;
      await live(job);
      if (random.chance(0.3)) await live(job);
    }
  };
  await jobs();
  const pass = { kind: "pass", ...KINDS.pass?.make(context) } as Op;
  await live(pass);
  await jobs();
  return Number(pass.ms);
}
