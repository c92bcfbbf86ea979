import { readdirSync } from "node:fs";
import { ensureInstalled, main, onPinnedNode, ROOT, StartError } from "./lib/install.mjs";

// `npm run build`: makes what `npm start` would make before it serves, and fails when a page is heavier than allowed.
// `npm run build -- --with-api` makes what plain `next start` serves, too.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  const [{ ensureGenerated }, { bundle, ensurePackages, ensurePages, ensureServer }, { weighPages, weightReport }] =
    await Promise.all([import("./lib/prisma.mjs"), import("./lib/build.mjs"), import("./lib/page-weight.mjs")]);
  process.env.NODE_ENV ??= "production";
  ensureGenerated();
  await ensurePages({ withApi: process.argv.includes("--with-api") });
  await ensurePackages();
  await ensureServer();
  for (const file of readdirSync("host/cli")) await bundle(`host/cli/${file}`, file.replace(".ts", ""));
  const pages = weighPages();
  console.log(`JavaScript of each page at first, packed:\n${weightReport(pages)}`);
  const heavy = pages.filter(({ bytes, budget }) => bytes > budget);
  if (heavy.length > 0) throw new StartError(`Heavier than their budget: ${heavy.map(({ page }) => page).join(", ")}.`);
  process.exit();
});
