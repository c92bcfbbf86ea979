import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Runs `npm run backup|restore|verify -- <file>` for the installation of some settings. Returns its exit code and what it printed. */
export async function runBackup(verb: string, file: string, settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["scripts/backup.mjs", verb, file], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...settings },
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number]>,
  ]);
  return { output: out + err, code };
}
