import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The first start builds the pages, on two busy cores too. */
const START_TIMEOUT_MS = 600_000;

/** A new data folder, empty or a copy of another, removed by `remove`; in memory where there is room. */
export function dataFolder(source?: string) {
  const folder = mkdtempSync(join(process.env.TEST_DATABASES ?? tmpdir(), "marketplace-start-"));
  // With its owner, whom PostgreSQL asks its files to belong to.
  if (source) execFileSync("cp", ["-a", `${source}/.`, folder]);
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type Started = {
  url: string;
  child: ChildProcess;
  output: () => string;
  apiKey: string;
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** Runs `npm start` as its user would and waits for its greeting. Throws what it printed when it ends before. */
export async function start(folder: string, port: number, settings: Record<string, string> = {}): Promise<Started> {
  const {
    DATABASE_URL: _,
    EXECUTION_ALLOW: __,
    SEED: ___,
    PUBLIC_URL: ____,
    ADMIN_EMAILS: _____,
    ...rest
  } = process.env;
  const env = {
    ...rest,
    APP_ENV: "local",
    NODE_ENV: "production",
    DATA_DIR: folder,
    PORT: String(port),
    LOG_LEVEL: "error",
    RATE_LIMITS: "off",
    // Each of some ten products would load pages that no test of its own asks for.
    WARM_PAGES: "off",
    ...settings,
  } as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, ["scripts/start.mjs"], { stdio: ["ignore", "pipe", "pipe"], env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const exited = once(child, "exit") as Promise<[number | null]>;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!output.includes("is ready at")) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      throw new Error(output || "the start said nothing");
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: `http://localhost:${port}`,
    child,
    output: () => output,
    apiKey: /skm_\w+/.exec(output)?.[0] ?? "",
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}
