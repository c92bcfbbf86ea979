import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { build } from "esbuild";

/** An API process of its own and how to reach it. */
export type ApiProcess = { url: string; child: ChildProcess; kill: () => Promise<void> };

/** Bundles a process once, by default the API's. Returns the path of the bundle. */
export async function bundleApiProcess(name = "api-process"): Promise<string> {
  const outfile = resolve(".build", `test-${name}-${process.pid}.mjs`);
  mkdirSync(resolve(".build"), { recursive: true });
  await build({
    entryPoints: [`tests/support/${name}.ts`],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}

/**
 * Starts an API process on the database of this test file, which ends with the process of the test; `onLine` gets each line that it prints.
 * `kill` is SIGKILL: nothing is tidied up.
 */
export async function startApiProcess(
  bundle: string,
  settings: Record<string, string> = {},
  onLine?: (line: string) => void,
): Promise<ApiProcess> {
  const child = spawn(process.execPath, [bundle], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, DATABASE_POOL: "8", ...settings },
  });
  const output = createInterface({ input: child.stdout as Readable });
  const [port] = await once(output, "line");
  if (onLine) output.on("line", onLine);
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
