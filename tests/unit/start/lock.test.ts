import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
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

  test("is released at once when its holder is killed", async () => {
    await kill(await hold());
    lockFolder(folder)();
  });

  test("can be taken again after its release, by one holder at a time", () => {
    const giveBack = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`is in use by process ${process.pid}.`);
    giveBack();
    lockFolder(folder)();
  });

  test("stays with a process that is suspended", async () => {
    const holder = await hold();
    holder.child.kill("SIGSTOP");
    const longAgo = new Date(0);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), longAgo, longAgo);
    expect(() => lockFolder(folder)).toThrow(/is in use/);
    await kill(holder);
  });

  test("is taken by exactly one of many concurrent processes", async () => {
    await kill(await hold());
    const racers = await Promise.all(Array.from({ length: 6 }, hold));
    expect(racers.filter(({ line }) => line === "taken")).toHaveLength(1);
    expect(racers.filter(({ line }) => line.includes("is in use by"))).toHaveLength(5);
    await Promise.all(racers.map(kill));
  });

  test("reports an unusable folder in one line", () => {
    writeFileSync(join(folder, "file"), "");
    expect(() => lockFolder(join(folder, "file", "data"))).toThrow(/^The data folder .* cannot be written/);
  });
});
