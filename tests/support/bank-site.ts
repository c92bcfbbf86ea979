import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Client } from "pg";
import { freePort } from "@/tests/support/free-port";
import { migrate } from "@/tests/support/migrate";
import { bundleApiProcess } from "@/tests/support/process";
import { openTcpProxy } from "@/tests/support/tcp-proxy";

const DISK_MB = 640;
const RESTART_PAUSE_MS = 100;
/** Room for the database's own files, so that an ordinary run does not fill the small disk. */
const SETTINGS = ["max_wal_size = '128MB'", "min_wal_size = '64MB'"];

type Server = { url: (database: string) => string; port: number; pid: number; stop: () => Promise<void> };

/** A folder for a database: a small disk of its own where the system lets us mount one. */
export function openDisk() {
  const folder = mkdtempSync(join(tmpdir(), "marketplace-bank-"));
  let isSmall = true;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    isSmall = false;
  }
  chmodSync(folder, 0o755);
  const filler = join(folder, "filler");
  return {
    folder,
    isSmall,
    /** Takes all room that is left. */
    fill: async () => {
      const { bavail, bsize } = statfsSync(folder);
      const file = await open(filler, "w");
      const part = Buffer.alloc(1024 * 1024);
      try {
        for (let left = bavail * bsize; left > 0; left -= part.length) await file.write(part);
      } catch {
        // Others wrote at the same time: the disk is full earlier.
      } finally {
        await file.close();
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      if (isSmall) execFileSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL that is stopped, killed and started again at the same address. */
export async function openDatabaseServer() {
  const disk = openDisk();
  const { startPostgres } = await import(pathToFileURL(resolve("scripts/lib/postgres.mjs")).href);
  const start = (port = 0): Promise<Server> => startPostgres({ folder: disk.folder, port });
  let server = await start();
  const admin = new Client({ connectionString: server.url("postgres") });
  await admin.connect();
  await admin.query("CREATE DATABASE bank");
  for (const setting of SETTINGS) await admin.query(`ALTER SYSTEM SET ${setting}`);
  await admin.query("SELECT pg_reload_conf()");
  await admin.end();
  await migrate(server.url("bank"));
  const isAlive = () => {
    try {
      return process.kill(server.pid, 0);
    } catch {
      return false;
    }
  };
  return {
    disk,
    url: server.url("bank"),
    stop: () => server.stop(),
    kill: () => process.kill(server.pid, "SIGKILL"),
    /** Starts it unless it runs, as the system's own supervisor would. */
    start: async () => {
      if (isAlive()) await wait(RESTART_PAUSE_MS);
      if (!isAlive()) server = await start(server.port);
    },
    close: async () => {
      await server.stop();
      disk.remove();
    },
  };
}

/** A process of the product at a port of its own, started again whenever it ends, as a supervisor does. */
export async function supervise(bundle: string, settings: Record<string, string>, exits: string[]) {
  const port = await freePort();
  let isOver = false;
  let isEnding = false;
  let child: ChildProcess;
  const launch = () => {
    child = spawn(process.execPath, [bundle], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, ...settings, PORT: String(port) },
    });
    child.once("exit", (code, signal) => {
      if (isOver) return;
      if (!isEnding) exits.push(`a process ended by itself: ${signal ?? code}`);
      isEnding = false;
      setTimeout(launch, RESTART_PAUSE_MS);
    });
  };
  launch();
  return {
    url: `http://127.0.0.1:${port}`,
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** Ends the process, and resolves once it is gone. */
    end: async (name: "SIGKILL" | "SIGTERM") => {
      isEnding = true;
      const exited = once(child, "exit");
      child.kill(name);
      await exited;
    },
    close: () => {
      isOver = true;
      child.kill("SIGKILL");
    },
  };
}

/** Two processes of the product whose way to the database can be cut. */
export async function openProcesses(databaseUrl: string, settings: Record<string, string>) {
  const line = await openTcpProxy(new URL(databaseUrl));
  const bundle = await bundleApiProcess("bank-process");
  const env = { DATABASE_POOL: "8", LOG_LEVEL: "silent", ...settings, DATABASE_URL: line.url };
  const exits: string[] = [];
  const [first, second] = [await supervise(bundle, env, exits), await supervise(bundle, env, exits)];
  const isUp = (url: string) =>
    fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const { url } of [first, second]) while (!(await isUp(url))) await wait(RESTART_PAUSE_MS);
  return {
    line,
    first,
    second,
    urls: [first.url, second.url],
    /** Processes that ended although nobody ended them. */
    exits,
    close: () => {
      first.close();
      second.close();
      line.close();
    },
  };
}
