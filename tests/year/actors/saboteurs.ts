/**
 * What goes wrong around the product, in a year with faults: it answers from a process of its own, which is killed, stopped and cut off,
 * and whose clock is wrong.
 */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { sweepHolds } from "@/lib/demand/execution/sweeper";
import { query } from "@/lib/platform/core/db";
import { LEASE_SECONDS } from "@/lib/platform/jobs/leases";
import { deliverMails } from "@/lib/platform/notifications/service";
import { type Answer, call } from "@/tests/support/api";
import { answering, isCluster, replaceProcess } from "@/tests/support/cluster";
import { type Context, kind } from "@/tests/year/actors/kinds";
import { untilAnswered } from "@/tests/year/actors/patience";

const STOPPED_MS = 400;
/** Longer than PostgreSQL takes to write out what was committed, which it does not wait for in tests. */
const WRITTEN_MS = 1_000;
/** When nothing belongs to a dead process any more. */
const LEASE_MS = (LEASE_SECONDS + 1) * 1_000;
/** More than a process opens. */
const CONNECTIONS = 25;

/** How far the clock of a process may be off, below what comparisons of moments allow for. */
const MAX_SKEW_MS = 3_000;

/** How an answer gets lost: its caller hangs up, or the process dies, so many milliseconds after the request. */
export type Loss = { by: "caller" | "process"; ms: number };

/** Now and then a loss for a request that can be sent again under its key; none in a year without faults. */
export function lossFor({ random }: Context, idem: string | null): Loss | null {
  if (!isCluster || idem === null || !random.chance(0.3)) return null;
  return { by: random.chance(0.15) ? "process" : "caller", ms: random.below(25) };
}

/** Sends a request, whose answer gets lost, and repeats it under its key until it is answered. */
export async function askAgain(
  loss: Loss | null | undefined,
  ask: (signal?: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  if (!loss || !isCluster) return ask();
  const hangUp = new AbortController();
  const first = ask(hangUp.signal).catch(() => null);
  await wait(loss.ms);
  if (loss.by === "caller") hangUp.abort();
  else {
    await replaceProcess();
    await wait(LEASE_MS);
    await sweepHolds();
  }
  await first;
  return untilAnswered(ask);
}

/** Returns when every connection to the database that a process may use is whole again. */
async function recovered(): Promise<Answer> {
  const atOnce = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: CONNECTIONS }, work));
  await untilAnswered(async () => {
    await atOnce(() => query("year.whole", "SELECT pg_sleep(0.01)", []));
    const answers = await atOnce(() => call("GET", "/v1/health"));
    const broken = answers.find(({ body }) => body.database !== "ok");
    if (broken) throw new Error("not yet");
    return answers[0] as Answer;
  });
  return call("GET", "/v1/health");
}

/** Runs statements as the owner of the database server, on a connection of its own. */
async function asOwner(statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A module that sets the clock of its process ahead, or back. */
const skewedBy = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(`const now = Date.now;
    Date.now = () => now() + ${ms};
    globalThis.Date = class extends Date { constructor(...at) { super(...(at.length > 0 ? at : [Date.now()])); } };`)}`;

/** A fault, after which the product answers as before. It changes nothing that the model knows. */
const fault = (weight: number, work: () => Promise<unknown>) =>
  kind<object>({
    weight: isCluster ? weight : 0,
    make: () => ({}),
    model: () => ({}),
    send: async () => {
      await work();
      return recovered();
    },
  });

export const SABOTEURS = {
  kill_process: fault(0.3, () => replaceProcess()),
  // Until the next process, which has the right time again.
  wrong_clock: kind<{ ms: number }>({
    weight: isCluster ? 0.2 : 0,
    make: ({ random }) => ({ ms: (random.chance(0.5) ? 1 : -1) * (500 + random.below(MAX_SKEW_MS - 500)) }),
    model: () => ({}),
    send: async (_, { ms }) => {
      await replaceProcess({ NODE_OPTIONS: `--import=${skewedBy(ms)}` });
      return recovered();
    },
  }),
  stop_process: fault(0.6, async () => {
    const { child } = (await answering()) ?? {};
    child?.kill("SIGSTOP");
    const asked = call("GET", "/v1/health");
    await wait(STOPPED_MS);
    child?.kill("SIGCONT");
    await asked;
  }),
  break_connections: fault(0.6, () =>
    asOwner("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'marketplace'"),
  ),
  // One killed backend makes the server end all others and start again from its log.
  restart_database: fault(0.2, async () => {
    await wait(WRITTEN_MS);
    const [victim] = await asOwner("SELECT pid FROM pg_stat_activity WHERE application_name = 'marketplace' LIMIT 1");
    if (victim) process.kill(Number(victim.pid), "SIGKILL");
    await wait(STOPPED_MS);
  }),
  // Where mails are stored is no folder for a while.
  refuse_mails: fault(0.3, async () => {
    const folder = join(String(process.env.DATA_DIR), "mail");
    const away = `${folder}.away`;
    await deliverMails();
    renameSync(folder, away);
    try {
      writeFileSync(folder, "");
      await deliverMails().catch(() => {});
    } finally {
      rmSync(folder);
      renameSync(away, folder);
    }
  }),
};
