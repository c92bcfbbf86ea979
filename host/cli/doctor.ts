import { causeOf, type Other } from "@/host/doctor/causes";
import { type Check, type Finding, problem } from "@/host/doctor/check";
import { env } from "@/lib/platform/core/env";

/** Longest wait for one check: what takes longer is its own problem. */
const CHECK_TIMEOUT_MS = 20_000;

const SETTINGS = {
  other: { name: "the data folder", setting: "DATA_DIR" },
  advice: "Correct the settings; docs/configuration.md describes each.",
};
const WORDS = { ok: "ok     ", warning: "WARNING", problem: "PROBLEM" };

/**
 * `npm run doctor`: looks at settings, machine, database and every service, and prints what to do. `started` is what the
 * database's migrations are short of; `failure` is why there is no database to look at. Returns 1 when there is a problem, else 0.
 */
export async function run(started: Finding[], failure: unknown): Promise<number> {
  const found = started.map((finding) => ({ ...finding, name: "migrations" }));
  try {
    env();
  } catch (error) {
    return print([{ ...findingOf(error, SETTINGS), name: "settings" }, ...found]);
  }
  // Loaded only now: what they use reads the settings as it loads.
  const { CHECKS, closeDatabase } = await import("@/host/doctor/checks");
  for (const check of CHECKS) {
    const isKnown = check.name === "database" && failure !== undefined;
    const findings = isKnown ? [findingOf(failure, check)] : await findingsOf(check);
    for (const finding of findings) found.push({ ...finding, name: check.name });
  }
  await closeDatabase();
  return print(found);
}

async function findingsOf(check: Check): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check.run(), late]);
  } catch (error) {
    return [findingOf(error, check)];
  } finally {
    clearTimeout(timer);
  }
}

/** A failure in plain words with what to do, or in its own words where its cause is not known. */
function findingOf(error: unknown, { other, advice }: { other: Other; advice: string }): Finding {
  const cause = causeOf(error, other);
  return cause ? problem(cause.text, cause.advice) : problem(messageOf(error), advice);
}

/** The cause says more than the public message that wraps it. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.cause instanceof Error ? messageOf(error.cause) : error.message || String(code);
}

function print(found: (Finding & { name: string })[]): number {
  for (const { name, level, text, advice } of found) {
    console.log(`${WORDS[level]}  ${name.padEnd(12)} ${text}`);
    if (advice) console.log(`${" ".repeat(22)}${advice}`);
  }
  const problems = found.filter(({ level }) => level === "problem").length;
  console.log(problems === 0 ? "No problems." : `${problems} ${problems === 1 ? "problem" : "problems"}.`);
  return problems === 0 ? 0 : 1;
}
