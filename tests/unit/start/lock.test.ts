import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const LOCK = pathToFileURL(resolve("scripts/lib/lock.mjs")).href;
/** Takes a folder and says so; holds it until it is killed. */
const HOLDER = `
  const { lockFolder } = await import(${JSON.stringify(LOCK)});
  try { lockFolder(process.argv[1]); console.log("taken"); setInterval(() => {}, 1000); }
  catch (error) { console.log(error.message); process.exit(1); }
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "marketplace-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { lockFolder } = await import(LOCK);

/** Starts a process that takes the folder; its first line and the process. */
async function hold() {
  const child = spawn(process.execPath, ["--input-type=module", "-e", HOLDER, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { child, line: String(line).trim() };
}

async function kill({ child }: Awaited<ReturnType<typeof hold>>) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

describe("the lock of the data folder", () => {
  test("is refused while another process holds it, naming that process", async () => {
    const holder = await hold();
    expect(holder.line).toBe("taken");
    expect(() => lockFolder(folder)).toThrow(`is in use by process ${holder.child.pid}.`);
    await kill(holder);
  });

  test("is taken over after its holder was killed", async () => {
    await kill(await hold());
    const giveBack = lockFolder(folder);
    expect(JSON.parse(readFileSync(join(folder, "lock"), "utf8")).pid).toBe(process.pid);
    giveBack();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.runIf(process.platform === "linux")("is not held by a later process that got the same number", () => {
    writeFileSync(join(folder, "lock"), JSON.stringify({ pid: process.pid, begin: "1" }));
    lockFolder(folder)();
    expect(existsSync(join(folder, "lock"))).toBe(false);
  });

  test("that is just being written is respected; one that stayed empty is not", () => {
    const file = join(folder, "lock");
    writeFileSync(file, "");
    expect(() => lockFolder(folder)).toThrow(/is in use/);
    utimesSync(file, new Date(0), new Date(0));
    lockFolder(folder)();
  });

  test("goes to exactly one of many processes that find a dead one at the same moment", async () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    writeFileSync(join(folder, "lock"), JSON.stringify({ pid, begin: "1" }));
    const racers = await Promise.all(Array.from({ length: 6 }, hold));
    expect(racers.filter(({ line }) => line === "taken")).toHaveLength(1);
    expect(racers.filter(({ line }) => line.includes("is in use by"))).toHaveLength(5);
    await Promise.all(racers.map(kill));
  });

  test("is not given back by one who no longer holds it", () => {
    const giveBack = lockFolder(folder);
    const other = JSON.stringify({ pid: 1, begin: null });
    writeFileSync(join(folder, "lock"), other);
    giveBack();
    expect(readFileSync(join(folder, "lock"), "utf8")).toBe(other);
  });

  test("says in one line that a folder cannot be used", () => {
    writeFileSync(join(folder, "file"), "");
    expect(() => lockFolder(join(folder, "file", "data"))).toThrow(/^The data folder .* cannot be written/);
  });
});
