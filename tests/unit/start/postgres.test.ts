import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const POSTGRES = pathToFileURL(resolve("scripts/lib/postgres.mjs")).href;
/** Starts the database of a folder, tells its number and address, and stays until it is told otherwise. */
const STARTER = `
  const { startPostgres } = await import(${JSON.stringify(POSTGRES)});
  const server = await startPostgres({ folder: process.argv[1], isFast: true });
  console.log(JSON.stringify({ pid: server.pid, url: server.url("postgres") }));
  process.on("message", (what) => { if (what === "exit") process.exit(0); throw new Error("crash"); });
`;
const END_TIMEOUT_MS = 20_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marketplace-postgres-"));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { startPostgres } = await import(POSTGRES);

async function startElsewhere() {
  const child = spawn(process.execPath, ["--input-type=module", "-e", STARTER, folder], {
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  const [line] = await once(child.stdout as NodeJS.ReadableStream, "data");
  const { pid, url } = JSON.parse(String(line)) as { pid: number; url: string };
  return { child, pid, url };
}

/** Whether a process is alive; one that has ended and only waits to be noticed is not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function hasEnded(pid: number): Promise<boolean> {
  const deadline = Date.now() + END_TIMEOUT_MS;
  while (isAlive(pid) && Date.now() < deadline) await new Promise((done) => setTimeout(done, 50));
  return !isAlive(pid);
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

describe("the embedded database", () => {
  test("keeps its data and its secret password over starts, and listens on loopback only", async () => {
    const first = await startPostgres({ folder });
    await query(first.url("postgres"), "CREATE TABLE kept AS SELECT 7 AS value");
    expect(await query(first.url("postgres"), "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    expect(await query(first.url("postgres"), "SHOW fsync")).toEqual([{ fsync: "on" }]);
    expect(statSync(join(folder, "postgres-password")).mode & 0o077).toBe(0);
    const [overNetwork, socket] = first.url("postgres").split("?host=");
    await expect(query(String(overNetwork).replace(/:[^:@]+@/, ":wrong@"), "SELECT 1")).rejects.toThrow(
      /password authentication failed/,
    );
    // Without a password: only who may read the files may enter the folder.
    expect(statSync(decodeURIComponent(String(socket))).mode & 0o077).toBe(0);
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await startPostgres({ folder, isFast: true });
    expect(await query(second.url("postgres"), "SELECT value FROM kept")).toEqual([{ value: 7 }]);
    expect(await query(second.url("postgres"), "SHOW fsync")).toEqual([{ fsync: "off" }]);
    await second.stop();
  });

  test.each([
    ["exits", "exit"],
    ["crashes", "crash"],
  ])("ends when the process that started it %s", async (_, message) => {
    const { child, pid } = await startElsewhere();
    child.send(message);
    expect(await hasEnded(pid)).toBe(true);
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("ends with a script that receives %s", async (signal) => {
    const { child, pid } = await startElsewhere();
    child.kill(signal);
    await once(child, "exit");
    expect(isAlive(pid)).toBe(false);
  });

  test("replaces one that a killed start left behind", async () => {
    const { child, pid } = await startElsewhere();
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(isAlive(pid)).toBe(true);
    const again = await startPostgres({ folder, isFast: true });
    // It releases its files before it ends.
    expect(await hasEnded(pid)).toBe(true);
    expect(await query(again.url("postgres"), "SELECT value FROM kept")).toEqual([{ value: 7 }]);
    await again.stop();
  });

  test("starts after it was killed itself, in the middle of a query", async () => {
    const { child, pid, url } = await startElsewhere();
    const busy = query(url, "SELECT sum(i) FROM generate_series(1, 1e9) AS i").catch(() => null);
    child.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    const again = await startPostgres({ folder, isFast: true });
    await busy;
    expect(await query(again.url("postgres"), "SELECT value FROM kept")).toEqual([{ value: 7 }]);
    await again.stop();
  });

  test("is not stopped by a stale number that another process got", async () => {
    const file = join(folder, "postgres", "postmaster.pid");
    writeFileSync(file, `${process.pid}\n${join(folder, "postgres")}\n`);
    const again = await startPostgres({ folder, isFast: true });
    expect(again.pid).not.toBe(process.pid);
    await again.stop();
  });

  test("starts and migrates whatever the environment says of another server; its end is its process's", async () => {
    const script = `
      const { openOwnDatabase } = await import(${JSON.stringify(pathToFileURL(resolve("scripts/lib/database.mjs")).href)});
      const stop = await openOwnDatabase();
      console.log("migrated");
      process.once("message", () => stop().then(() => process.exit()));`;
    const { DATABASE_URL: _, ...rest } = process.env;
    const others = {
      PGSSLMODE: "verify-full",
      PGOPTIONS: "-c no_such_setting=1",
      PGUSER: "other",
      PGHOST: "192.0.2.1",
    };
    const home = join(folder, "other");
    const start = async () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        env: { ...rest, ...others, DATA_DIR: home },
      });
      let complaint = "";
      child.stderr?.on("data", (data) => {
        complaint += data;
      });
      const [printed] = await once(child.stdout as NodeJS.ReadableStream, "data");
      expect(String(printed).trim()).toBe("migrated");
      return { child, ended: once(child, "close").then(([code]) => ({ code, complaint })) };
    };
    const killed = await start();
    process.kill(Number.parseInt(readFileSync(join(home, "postgres", "postmaster.pid"), "utf8"), 10), "SIGKILL");
    expect(await killed.ended).toMatchObject({
      code: 1,
      complaint: expect.stringContaining(`The database in ${home} ended`),
    });
    const stopped = await start();
    stopped.child.send("stop");
    expect(await stopped.ended).toEqual({ code: 0, complaint: "" });
  });

  test.each([
    ["long in bytes, though not in letters", "\u{1f980}".repeat(14)],
    ["with a comma", "a,b"],
    ["with a quote", 'a"b'],
  ])("starts in a folder %s, without a socket", async (_, name) => {
    const server = await startPostgres({ folder: join(folder, name), isFast: true });
    expect(server.url("postgres")).not.toContain("host=");
    expect(await query(server.url("postgres"), "SHOW unix_socket_directories")).toEqual([
      { unix_socket_directories: "" },
    ]);
    await server.stop();
  });

  test("says at once that its password is gone", async () => {
    rmSync(join(folder, "postgres-password"));
    await expect(startPostgres({ folder })).rejects.toThrow(/postgres-password is gone/);
  });
});
