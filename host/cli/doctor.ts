import { type Check, type Finding, problem } from "@/host/doctor/check";
import { database } from "@/host/doctor/database";
import { mail, packages, payments, rateLimits } from "@/host/doctor/services";
import { disk, settings, signIn } from "@/host/doctor/settings";
import { closeDatabase } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";

/** Longest wait for one check: what takes longer is a problem of its own. */
const CHECK_TIMEOUT_MS = 20_000;

const CHECKS: Check[] = [settings, signIn, disk, database, packages, rateLimits, mail, payments];
const WORDS = { ok: "ok     ", warning: "WARNING", problem: "PROBLEM" };

/**
 * `npm run doctor`: looks at settings, disk, database and every service, and prints what to do. `started` is what the
 * database's start or migrations are short of, each with what to do. Returns 1 when there is a problem, else 0.
 */
export async function run(started: Finding[]): Promise<number> {
  const found = started.map((finding) => ({ ...finding, name: "migrations" }));
  try {
    env();
  } catch (error) {
    found.unshift({ ...problem(messageOf(error), settings.advice), name: settings.name });
    return print(found);
  }
  for (const check of CHECKS)
    for (const finding of await findingsOf(check)) found.push({ ...finding, name: check.name });
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
    return [problem(messageOf(error), check.advice)];
  } finally {
    clearTimeout(timer);
  }
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
