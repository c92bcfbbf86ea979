import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import {
  CLIENT_PACKAGES,
  clientPackage,
  SOURCE_SCOPE,
  servePackagesOf,
} from "@/lib/demand/distribution/client-packages";
import { oncePerRun } from "@/tests/support/once";

const run = promisify(execFile);
/** What an npm above would tell the one of the project. */
const withoutNpm = { ...process.env };
for (const name of Object.keys(withoutNpm)) if (/^npm_/i.test(name)) delete withoutNpm[name];

/** What users run the packages with: CI names the oldest Node that they promise, else it is ours. */
export const USERS_NODE = process.env.OLDEST_NODE || process.execPath;

/** How a program ended. */
export type Ended = { code: number; stdout: string; stderr: string };

/** Runs a program in a folder and returns how it ended; `input` is its standard input. */
export async function runIn(
  folder: string,
  [file = "", ...args]: string[],
  { env = {}, input = "" }: { env?: Record<string, string>; input?: string } = {},
): Promise<Ended> {
  const running = run(file, args, {
    cwd: folder,
    env: { ...withoutNpm, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  running.child.stdin?.end(input);
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout = "", stderr = "" }) => ({ code: Number(code), stdout, stderr }),
  );
}

/** A project of this test file's own with the SDK and the CLI, which the first file of a run to ask installs for all; `built` has both. */
export async function installPackages(): Promise<{ folder: string; built: string; remove: () => void }> {
  const shared = await oncePerRun("packages", install);
  const folder = mkdtempSync(join(tmpdir(), "marketplace-project-"));
  cpSync(shared, folder, { recursive: true, verbatimSymlinks: true });
  return {
    folder,
    built: join(shared, ".built"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Builds and packs the SDK and the CLI, and installs the archives into an empty project, as their users do. */
async function install(folder: string): Promise<void> {
  mkdirSync(folder);
  // By its path, since the build is a script without types.
  const { buildPackages } = await import(pathToFileURL(resolve("scripts/lib/packages.mjs")).href);
  const built: Record<string, string> = await buildPackages(join(folder, ".built"));
  servePackagesOf(join(folder, ".built"));
  for (const which of CLIENT_PACKAGES)
    writeFileSync(join(folder, `${which}.tgz`), (await clientPackage(which, SOURCE_SCOPE))?.bytes ?? "");
  writeFileSync(join(folder, "package.json"), '{ "name": "empty", "private": true, "type": "module" }');
  await npmInstall(folder, ...Object.keys(built).map((which) => `./${which}.tgz`), "--offline");
}

/** Installs packages into a project. Throws with npm's words when it fails. */
export async function npmInstall(folder: string, ...args: string[]): Promise<void> {
  const ended = await runIn(folder, ["npm", "install", "--no-audit", "--no-fund", ...args]);
  if (ended.code !== 0) throw new Error(`npm install failed: ${ended.stdout}${ended.stderr}`);
}

/** The code blocks of a guide in a language, one after the other, for this installation's address. */
export function blocksOf(text: string, language: string, base: string): string {
  const blocks = [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))];
  return blocks.map(([, block = ""]) => block.replaceAll("{{base}}", base)).join("\n");
}
