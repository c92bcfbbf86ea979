import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pool } from "@/lib/platform/core/db";
import type { LoadReport, LoadSpec } from "@/tests/bench/load";
import { freePort } from "@/tests/support/free-port";

const START_TIMEOUT_MS = 120_000;
/** Length of a clock tick that Linux counts a process's time in. */
const TICK_MS = 10;

/** A server under test, in a process of its own. */
export type Target = {
  name: string;
  origin: string;
  pid: number;
  startMs: number;
  stop: () => Promise<void>;
};

/** Has a process end with this one, also when a measurement fails. */
function tied(child: ChildProcess): ChildProcess {
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return child;
}

async function launch(name: string, args: string[], env: Record<string, string>, probe: string): Promise<Target> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = tied(
    spawn(process.execPath, args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        WORKER: "off",
        PORT: String(port),
        PUBLIC_URL: origin,
        ...env,
      },
    }),
  );
  const exited = once(child, "exit");
  while (((await fetch(origin + probe).catch(() => null))?.status ?? 503) === 503) {
    if (child.exitCode !== null || performance.now() - startedAt > START_TIMEOUT_MS)
      throw new Error(`${name} does not start`);
    await new Promise((done) => setTimeout(done, 20));
  }
  const stop = async () => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await exited;
    clearTimeout(timer);
  };
  return { name, origin, pid: child.pid ?? 0, startMs: performance.now() - startedAt, stop };
}

/** The product as `npm start` serves it, by the same Node with the same flags. */
export const startHost = (env: Record<string, string> = {}) =>
  launch("host", [...process.execArgv, "scripts/lib/serve.mjs", resolve(".build/server.mjs")], env, "/ready");

/** The same handlers and pages under plain `next start`. */
export const startPlain = () =>
  launch("next start", ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1"], {}, "/v1/health");

/** The hand-written floor. */
export const startFloor = () => launch("floor", [resolve(".build/bench-floor.mjs")], {}, "/");

/** Lowest priority of a process: it works only while the others of this machine have nothing to do. */
export const IDLE_NICENESS = 19;

/** Ranks a helper of a benchmark below what is measured. */
function yielding(child: ChildProcess, niceness: number): void {
  if (niceness > 0 && child.pid) setPriority(child.pid, niceness);
}

/** A developer's endpoint that answers at once, on one of the addresses that may be called. */
export async function startUpstream(at = 0, niceness = 0): Promise<{ origin: string; stop: () => void }> {
  const address = process.env.EXECUTION_ALLOW?.split(",")[at] ?? "";
  const child = tied(
    spawn(process.execPath, [resolve(".build/bench-upstream.mjs"), address], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  yielding(child, niceness);
  if (!child.stdout) throw new Error("the endpoint has no pipe");
  await once(createInterface({ input: child.stdout }), "line");
  return { origin: `http://${address}`, stop: () => child.kill("SIGKILL") };
}

/** The process that makes the load. */
export function startLoader(niceness = 0) {
  const child = tied(
    spawn(process.execPath, [resolve(".build/bench-load.mjs")], {
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
  if (!child.stdout || !child.stdin) throw new Error("the load process has no pipes");
  yielding(child, niceness);
  const { stdin } = child;
  const lines = createInterface({ input: child.stdout });
  return {
    run: async (spec: LoadSpec): Promise<LoadReport> => {
      const answered = once(lines, "line");
      stdin.write(`${JSON.stringify(spec)}\n`);
      return JSON.parse((await answered)[0]);
    },
    stop: () => child.kill("SIGKILL"),
  };
}

const statOf = (pid: number | string) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
};

/** Milliseconds of processor time that a process has used; 0 where the system does not tell. */
export function processorMs(pid: number | string): number {
  const stat = statOf(pid);
  return stat ? (Number(stat[11]) + Number(stat[12])) * TICK_MS : 0;
}

/** The same of a process's children that have ended. */
function endedMs(pid: string): number {
  const stat = statOf(pid);
  return stat ? (Number(stat[13]) + Number(stat[14])) * TICK_MS : 0;
}

/** The same of all of the database's processes, also of connections and parallel workers that have ended. */
export async function databaseMs(): Promise<number> {
  const { rows } = await pool().query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const parent = statOf(rows[0]?.pid ?? 0)?.[1];
  if (!parent) return 0;
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && statOf(name)?.[1] === parent);
  return [...children, parent].reduce((sum, pid) => sum + processorMs(pid), endedMs(parent));
}

/** Forgets the most memory that a process ever had, so that the next peak is of what comes now. Linux alone can. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // Then a peak is of everything before, too.
  }
}

/** Resident memory of a process in MB; 0 where the system does not tell. `peak` is the most it ever had. */
export function memoryMb(pid: number): { now: number; peak: number } {
  const read = (text: string, name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024;
  try {
    const text = readFileSync(`/proc/${pid}/status`, "utf8");
    return { now: read(text, "VmRSS"), peak: read(text, "VmHWM") };
  } catch {
    return { now: 0, peak: 0 };
  }
}
