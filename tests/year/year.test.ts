import { globSync, readFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test, vi } from "vitest";
import { query } from "@/lib/platform/core/db";
import { isWhole, livedInPath, makingLivedIn, YEAR } from "@/tests/support/lived-in";
import type { Op } from "@/tests/year/actors/kinds";
import { DEFECTS, type Defect, withDefect } from "@/tests/year/defects";
import { replay } from "@/tests/year/history";
import { gistOf, readHistory, relatedTo, shrink, writeHistory } from "@/tests/year/shrink";
import { inNewWorld } from "@/tests/year/worlds";
import { liveThrough } from "@/tests/year/year";

const number = (name: string, usual: number) => Number(process.env[name] ?? usual);
const SEED = number("YEAR_SEED", YEAR.seed);
const DAYS = number("YEAR_DAYS", YEAR.days);
const OPERATIONS = number("YEAR_OPERATIONS", YEAR.operations);
const ACCOUNTS = number("YEAR_ACCOUNTS", YEAR.accounts);
/** The year of the tests, whose end other tests use. */
const isUsual = process.env.YEAR_SEED === undefined;
const HISTORY = process.env.YEAR_HISTORY;
/** How long a difference is shrunk; not at all by default. */
const SHRINK_MS = number("YEAR_SHRINK_MINUTES", 0) * 60_000;
const DEFECT = process.env.YEAR_DEFECT;
const HISTORIES = HISTORY ? [HISTORY] : DEFECT ? [] : globSync("tests/year/histories/*.json").sort();

function secondsOfCpu(): number {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1e6);
}

// Before any module reads the settings.
vi.hoisted(() => {
  // Clocks change in some of these: what is a day or a month must not depend on it.
  const zones = ["UTC", "America/New_York", "Pacific/Apia", "Europe/Berlin"];
  const TZ = zones[Number(process.env.YEAR_SEED ?? 7) % zones.length];
  Object.assign(process.env, { CALL_TIMEOUT_SECONDS: "2", EARNINGS_HOLD_DAYS: "0", TZ });
});

test.skipIf(HISTORY || DEFECT)(
  `a market of ${ACCOUNTS} accounts lives through ${DAYS} days as its rules say`,
  { timeout: 7_200_000 },
  async () => {
    const isRestored = process.env.YEAR_RESTORE === "1";
    const keep = process.env.YEAR_KEEP ?? (isUsual && !isWhole(livedInPath()) ? livedInPath() : null);
    const report = (operations: number, days: number) =>
      // Vitest shows what is logged when a test has ended.
      process.env.YEAR_REPORT && writeSync(2, `${operations} operations, ${days} days, ${secondsOfCpu()} s of CPU\n`);
    const options = { seed: SEED, days: DAYS, operations: OPERATIONS, accounts: ACCOUNTS, isRestored, keep, report };
    const live = () => inNewWorld((world) => liveThrough(world, options));
    const { history, pairs, met, outcomes, times, difference, days } = await (isUsual
      ? makingLivedIn(livedInPath(), live)
      : live());
    console.log(`seed ${SEED}: ${history.length} operations, ${days} days, ${secondsOfCpu()} s of CPU in this process`);
    if (process.env.YEAR_REPORT) {
      console.log(
        [...outcomes]
          .map(([name, count]) => `${name} ${count}`)
          .sort()
          .join("\n"),
      );
      console.log(
        [...times]
          .sort(([, a], [, b]) => b - a)
          .map(([name, ms]) => `${name} took ${ms} ms`)
          .join("\n"),
      );
      console.log([...met].map(([name, count]) => `${name}: ${count}`).join("\n"));
      for (const { on, kinds, pairs: all, seen, first, missing } of pairs.table())
        console.log(
          `${on}: ${kinds} kinds, ${seen} of ${all} pairs; these make it: ${first.join(", ")}; missing: ${missing.join(", ")}`,
        );
    }
    if (difference) {
      const path = join(tmpdir(), `year-${SEED}.json`);
      writeHistory(path, { about: "a whole year that differs", seed: SEED, operations: history });
      writeSync(2, `${difference.message}\nits history: ${path}\n`);
    }
    if (difference && SHRINK_MS > 0) await keepShortest(history, difference.message);
    expect(difference?.message ?? "no difference").toBe("no difference");
  },
);

test.runIf(DEFECT)(`a year finds the defect ${DEFECT}`, { timeout: 7_200_000 }, async () => {
  const defect = DEFECTS[DEFECT ?? ""];
  if (!defect) throw new Error(`there is no defect ${DEFECT}: ${Object.keys(DEFECTS).join(", ")}`);
  await plant(defect);
  const options = { days: DAYS, operations: defect.within, accounts: ACCOUNTS, isRestored: false, keep: null };
  for (const seed of [2, 3, 4]) {
    const { history, difference } = await inNewWorld((world) => liveThrough(world, { ...options, seed }));
    console.log(`seed ${seed}: ${difference?.message ?? "nothing"} after ${history.length} operations`);
    if (!difference) continue;
    const about = `the defect ${DEFECT}`;
    writeHistory(process.env.YEAR_FOUND ?? "", { about, seed, operations: history });
    return;
  }
  expect.fail("no year found it");
});

/** Puts a defect into a function of the database; a module has it as it is loaded. */
async function plant(defect: Defect): Promise<void> {
  const { file } = defect;
  if (file.endsWith(".sql")) await query("year.plant", withDefect(defect, file, readFileSync(file, "utf8")), []);
}

/** Writes the shortest history with the same difference. */
async function keepShortest(history: Op[], message: string): Promise<void> {
  const gist = gistOf(message);
  const fails = (shorter: Op[]) =>
    inNewWorld(async (world) => {
      const found = await replay(world, shorter);
      return found !== null && gistOf(found.message) === gist;
    });
  const related = relatedTo(history);
  const shortest = await shrink((await fails(related)) ? related : history, fails, SHRINK_MS);
  const path = `tests/year/histories/seed-${SEED}.json`;
  writeHistory(path, { about: message.split("\n").slice(1, 3).join(" "), seed: SEED, operations: shortest });
  console.log(`${shortest.length} operations are left: ${path}`);
}

for (const path of HISTORIES) {
  const { about, operations } = readHistory(path);
  test(`${basename(path, ".json")}: ${about}`, async () => {
    const difference = await inNewWorld((world) => replay(world, operations));
    expect(difference?.message ?? "no difference").toBe("no difference");
  });
}
