import { readFileSync } from "node:fs";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

// `npm run release -- <version>`: version, changelog and tag of a release, and the files that go with it. Pushes nothing.
// `npm run release -- parts`: those files alone, of the version that is there.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  const { release, writeParts } = await import("./lib/release.mjs");
  const [version = ""] = process.argv.slice(2);
  if (version !== "parts") release(ROOT, version);
  const { version: current } = JSON.parse(readFileSync("package.json", "utf8"));
  console.log(`Release ${current}; its parts and notices are in ${writeParts(ROOT, current)}.`);
  if (version !== "parts") console.log(`Publish it: git push origin HEAD v${version}`);
  process.exit();
});
