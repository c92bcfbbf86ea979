import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the project, wherever a script is called from. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Whether everything was installed and built with the image that this runs in; nothing is at run time. */
export const IS_PREBUILT = existsSync(join(ROOT, ".prebuilt"));

const MODULES = join(ROOT, "node_modules");
const STAMP = join(MODULES, ".installed");
const NODE = join(MODULES, "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/**
 * Collects garbage before there is much of it: by default, the heap may grow to a multiple of what is alive first. Under
 * load this saves about 100 MB, and takes no more time.
 */
const MEMORY_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=50"];

/** An error for the operator: only its message is printed. */
export class StartError extends Error {
  name = "StartError";
}

/** Installs the packages of the lockfile when they are missing or others. Needs nothing but npm. */
export function ensureInstalled() {
  if (IS_PREBUILT) return;
  const wanted = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted && existsSync(NODE)) return;
  console.log("Installing packages; this takes a few minutes the first time …");
  // Where NODE_ENV is "production" npm would leave out what builds the pages and the server.
  const options = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", ["ci", ...options], {
    cwd: ROOT,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new StartError("npm ci failed; see its output above.");
  // By rename: a copy of node_modules made of hard links keeps its own stamp.
  writeFileSync(`${STAMP}.new`, wanted);
  renameSync(`${STAMP}.new`, STAMP);
}

/**
 * Runs the calling script again on the Node version of the lockfile, forwards signals, and exits with its exit code.
 * Returns at once when this is that version already.
 */
export async function onPinnedNode() {
  if (IS_PREBUILT || process.env.MARKETPLACE_NODE === NODE) {
    // Stacks name our sources instead of bundles; the maps of packages would only take memory.
    nodeModule.setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
    // The channel closes when the parent is killed, which can't forward a signal then.
    process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
    process.channel?.unref();
    return;
  }
  const child = spawn(NODE, [...MEMORY_FLAGS, ...process.argv.slice(1)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      MARKETPLACE_NODE: NODE,
      PATH: `${dirname(NODE)}:${join(MODULES, ".bin")}:${process.env.PATH}`,
    },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const code = await new Promise((done, fail) => {
    child.once("error", (cause) =>
      fail(new StartError(`Node ${NODE} does not run: ${cause.message}. Remove node_modules and try again.`)),
    );
    child.once("exit", (status, signal) => done(signal ? 1 : status));
  });
  process.exit(code);
}

/** Runs a script's work. A StartError is printed as one line, with exit code 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    // In words also once the log has taken the console over: the operator reads this one.
    if (error?.name === "StartError") process.stderr.write(`${error.message}\n`);
    else console.error(error);
    process.exit(1);
  }
}
