import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundle } from "./build.mjs";
import { ROOT, StartError } from "./install.mjs";
import { buildWheel } from "./python-package.mjs";

const SDK = join(ROOT, "packages", "sdk");
const CLI = join(ROOT, "packages", "cli");
/** Types of the API's answers, generated from the OpenAPI document. */
const TYPES = join(SDK, "src", "generated", "openapi.ts");

function run(args, env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new StartError(`${args.join(" ")} failed.\n${stdout}${stderr}`.trim());
}

/** What the product serves as its description, and the docs' pages read: made once here, since it takes over a second. */
const DOCUMENT = join(ROOT, ".build", "openapi.json");

/** Writes the OpenAPI document of the routes as they are now, generates the types of the API from it, and returns it. */
async function describeApi() {
  const { text } = await import(pathToFileURL(await bundle("host/cli/openapi.ts", "openapi")).href);
  mkdirSync(join(SDK, "src", "generated"), { recursive: true });
  const json = text();
  const draft = join(ROOT, ".build", `openapi-${process.pid}.ts`);
  writeFileSync(`${DOCUMENT}.${process.pid}`, json);
  // The generator calls the compiler's JavaScript interface, which TypeScript 7 no longer has.
  const hook = pathToFileURL(join(ROOT, "tests", "support", "typescript-5.mjs")).href;
  // Two builds at once share these files: neither may see half of one.
  renameSync(`${DOCUMENT}.${process.pid}`, DOCUMENT);
  run(["--import", hook, "node_modules/openapi-typescript/bin/cli.js", DOCUMENT, "-o", draft]);
  renameSync(draft, TYPES);
  return JSON.parse(json);
}

/**
 * Checks the types of the SDK and the CLI and builds each into a folder below `out`, ready for `npm pack`, and the Python SDK
 * as a wheel. Returns the folders of the two for npm.
 * Throws StartError with what failed.
 */
export async function buildPackages(out = join(ROOT, ".build", "packages")) {
  const document = await describeApi();
  const [sdk, cli] = [join(out, "sdk"), join(out, "cli")];
  rmSync(out, { recursive: true, force: true });
  for (const [from, to] of [
    [SDK, sdk],
    [CLI, cli],
  ]) {
    mkdirSync(to, { recursive: true });
    for (const name of ["package.json", "README.md"]) cpSync(join(from, name), join(to, name));
  }
  await buildWheel(document, join(out, "sdk-python"));
  run(["node_modules/typescript/bin/tsc", "-p", "packages/sdk", "--outDir", join(sdk, "dist")]);
  run(["node_modules/typescript/bin/tsc", "-p", "packages/cli", "--noEmit"]);
  const { version, engines } = JSON.parse(readFileSync(join(CLI, "package.json"), "utf8"));
  await build({
    entryPoints: [join(CLI, "src", "main.ts")],
    outfile: join(cli, "dist", "skm.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: `node${engines.node.replace(">=", "")}`,
    minifySyntax: true,
    define: { CLI_VERSION: JSON.stringify(version) },
    // Bundled CommonJS packages load Node's own modules with `require`.
    banner: {
      js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
    },
    tsconfig: join(CLI, "tsconfig.json"),
    logLevel: "error",
  });
  return { sdk, cli };
}
