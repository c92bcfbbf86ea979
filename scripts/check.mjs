import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

/** The compiler takes four, and where there are fewer cores, each reads for itself what the others have read. */
const CHECKERS = String(Math.min(4, availableParallelism()));
const CHECKS = [
  ["formatting and lint", "@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."]],
  ["types", "typescript/bin/tsc", ["--noEmit", "-p", ".", "--checkers", CHECKERS]],
  ["dead code", "knip/bin/knip.js", []],
  ["architecture", "vitest/vitest.mjs", ["run", "--project", "unit", "tests/architecture.test.ts"]],
];

// `npm run check`: everything that can be said about the code without running it; all of it, also after a failure.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  const { ensureGenerated } = await import("./lib/prisma.mjs");
  ensureGenerated();
  const [{ refusedPackages }, { lockProblems, readLockFile }, { changelogProblems }] = await Promise.all([
    import("./lib/licenses.mjs"),
    import("./lib/lock-file.mjs"),
    import("./lib/release.mjs"),
  ]);
  const refused = refusedPackages(ROOT).map(({ name, license }) => `${name} has the license ${license}.`);
  let failures = report("licenses (scripts/lib/licenses.mjs)", refused);
  failures += report("lock file (scripts/lib/lock-file.mjs)", lockProblems(readLockFile(ROOT)));
  failures += report("changelog (changes, CHANGELOG.md)", changelogProblems(ROOT));
  // Beside each other, since some use one core only; reported in order.
  for (const running of CHECKS.map(check)) {
    const { name, status, output } = await running;
    process.stdout.write(output);
    console.log(status === 0 ? `ok: ${name}` : `FAILED: ${name}`);
    if (status !== 0) failures++;
  }
  process.exit(failures === 0 ? 0 : 1);
});

/** Prints the problems that a check has found. Returns 1 when there are some. */
function report(name, problems) {
  for (const problem of problems) console.log(problem);
  console.log(`${problems.length === 0 ? "ok" : "FAILED"}: ${name}`);
  return problems.length === 0 ? 0 : 1;
}

/** Runs a check. Resolves with its name, its exit code and what it printed. */
function check([name, command, args]) {
  const child = spawn(process.execPath, [join(ROOT, "node_modules", command), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  return new Promise((done) => child.once("close", (status) => done({ name, status, output })));
}
