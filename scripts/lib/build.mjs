import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IS_PREBUILT, ROOT, StartError } from "./install.mjs";

const OUT = join(ROOT, ".build");
const PAGES = join(ROOT, ".next", "BUILD_ID");
const PAGES_STAMP = join(ROOT, ".next", "sources");
const PACKAGES_STAMP = join(OUT, "packages.sources");
const SERVER_STAMP = join(OUT, "server.sources");
const SOURCES = [
  "app",
  "components",
  "lib",
  "host",
  "dev",
  "prisma/seed",
  "prisma/schema.prisma",
  "public",
  "package-lock.json",
  "next.config.mjs",
  "tsconfig.json",
  "scripts/lib/build.mjs",
];

/** Not bundled with the server: native code, packages that the pages load too, and packages that only mail or a configured service needs. */
const EXTERNAL = [
  ...["next", "pg", "pino", "re2js", "@prisma/client/*"],
  ...["@node-rs/argon2", "react", "react/*", "@react-email/*", "@aws-sdk/client-s3", "ioredis"],
];

/** Packages that our code imports dynamically are not bundled either: CommonJS ones would lose their named exports. */
const externalDynamicImports = {
  name: "external-dynamic-imports",
  setup: (hooks) =>
    hooks.onResolve({ filter: /^[a-z]|^@[a-z]/ }, ({ kind, path, importer }) =>
      kind === "dynamic-import" && !importer.includes("node_modules") ? { path, external: true } : null,
    ),
};

/** Bundles packages too: as 1,400 modules they took a quarter of the heap at start. Names are not minified, for readable stack traces. */
const WITH_PACKAGES = {
  packages: "bundle",
  external: EXTERNAL,
  plugins: [externalDynamicImports],
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  // For CommonJS packages that require built-in modules.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
};

let loading;

function options(entry, name) {
  mkdirSync(OUT, { recursive: true });
  return {
    entryPoints: [{ in: join(ROOT, entry), out: name }],
    outdir: OUT,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // What is imported on demand stays in files of its own, or its packages would be loaded at once after all.
    splitting: true,
    chunkNames: `${name}-[name]-[hash]`,
    platform: "node",
    format: "esm",
    target: "node24",
    packages: "external",
    sourcemap: true,
    // Stacks need names and lines. Texts of sources would stay in memory with the maps.
    sourcesContent: false,
    logLevel: "error",
    tsconfig: join(ROOT, "tsconfig.json"),
  };
}

function bundleOf(name) {
  return join(OUT, `${name}.mjs`);
}

/** Bundles one entry of the server; packages stay where they are. Returns the path of the bundle. */
export async function bundle(entry, name, changes = {}) {
  if (IS_PREBUILT) return bundleOf(name);
  const { build } = await loadBundler();
  const { outputFiles } = await build({ ...options(entry, name), ...changes, write: false });
  // Two starts at once share these files: neither may see half of one.
  for (const { path, contents } of outputFiles) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
  return bundleOf(name);
}

/** Bundles the server and its thread of pages with their packages when they are missing or older than their sources. Returns the server's path. */
export async function ensureServer() {
  const path = bundleOf("server");
  if (IS_PREBUILT) return path;
  const wanted = digest();
  if (existsSync(path) && isStamped(SERVER_STAMP, wanted)) return path;
  await bundle("host/main.ts", "server", WITH_PACKAGES);
  await bundle("host/pages-thread.ts", "pages", WITH_PACKAGES);
  writeFileSync(SERVER_STAMP, wanted);
  return path;
}

function isStamped(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
}

/** Loaded when something is to be built: an installation without its development packages has none. */
function loadBundler() {
  loading ??= import("esbuild");
  return loading;
}

/** Ends the bundler's own process, which otherwise lives as long as this one. */
export async function endBundler() {
  await (await loading)?.stop();
}

/** Bundles an entry again with every change of its sources, and hands each bundle on. Returns what ends that. */
export async function watchBundle(entry, name, onBundle) {
  const wanted = options(entry, name);
  const handOn = {
    name: "hand-on",
    setup: (hooks) => hooks.onEnd(({ errors }) => (errors.length === 0 ? onBundle(bundleOf(name)) : undefined)),
  };
  const { context } = await loadBundler();
  const watcher = await context({ ...wanted, plugins: [handOn] });
  await watcher.watch();
  return () => watcher.dispose();
}

/**
 * Builds the pages when they are missing or older than their sources: without the API, which is in the server's bundle, unless
 * `withApi` is set for plain `next start`; that build takes 1.9 times the processor's time.
 */
export async function ensurePages({ withApi = false } = {}) {
  if (IS_PREBUILT) return;
  const sources = digest();
  const whole = `${sources} with the API`;
  const wanted = withApi ? whole : sources;
  if (existsSync(PAGES) && (isStamped(PAGES_STAMP, wanted) || isStamped(PAGES_STAMP, whole))) return;
  rmSync(PAGES_STAMP, { force: true });
  console.log("Building the pages; this takes about a minute …");
  const next = join(ROOT, "node_modules", "next", "dist", "bin", "next");
  const builder = spawn(process.execPath, [next, "build"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...(!withApi && { PAGES_ONLY: "1" }),
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      LOG_LEVEL: "silent",
    },
  });
  // Not waited for by force: a signal must be able to end a start that is building.
  const onExit = () => builder.kill();
  process.once("exit", onExit);
  let output = "";
  for (const stream of [builder.stdout, builder.stderr]) stream.on("data", (part) => (output += part));
  const status = await new Promise((done) => builder.once("close", done));
  process.off("exit", onExit);
  if (status !== 0) throw new StartError(`The pages could not be built.\n${output}`);
  dropSources();
  writeFileSync(PAGES_STAMP, wanted);
}

/** Takes the texts of sources out of the pages' source maps, as the server's have none. */
function dropSources() {
  const folder = join(ROOT, ".next", "server");
  for (const map of globSync("**/*.map", { cwd: folder })) {
    const { sourcesContent: _, ...rest } = JSON.parse(readFileSync(join(folder, map), "utf8"));
    writeFileSync(join(folder, map), JSON.stringify(rest));
  }
}

/** Builds the SDK and the CLI, which the marketplace serves, when they are missing or older than their sources. */
export async function ensurePackages() {
  if (IS_PREBUILT) return;
  const wanted = digest("packages", "scripts/lib/packages.mjs");
  if (isStamped(PACKAGES_STAMP, wanted)) return;
  // In a process and on a data folder of its own: it loads the whole API for the types of its answers.
  const scratch = mkdtempSync(join(tmpdir(), "marketplace-packages-"));
  const env = { ...process.env, APP_ENV: "local", DATA_DIR: scratch };
  const builder = spawn(process.execPath, [join(ROOT, "scripts", "packages.mjs")], { cwd: ROOT, env });
  let output = "";
  for (const stream of [builder.stdout, builder.stderr]) stream.on("data", (part) => (output += part));
  const status = await new Promise((done) => builder.once("close", done));
  rmSync(scratch, { recursive: true });
  if (status !== 0) throw new StartError(`The SDK and the CLI could not be built.\n${output}`);
  writeFileSync(PACKAGES_STAMP, wanted);
}

/** A digest of every source that the pages and the server are built from, and of others. */
function digest(...others) {
  const hash = createHash("sha256");
  for (const source of [...SOURCES, ...others]) add(hash, join(ROOT, source));
  return hash.digest("hex");
}

function add(hash, path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    hash.update(path).update(readFileSync(path));
    return;
  }
  for (const name of readdirSync(path).sort()) if (name !== "generated") add(hash, join(path, name));
}
