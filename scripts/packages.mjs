import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

// `npm run build:packages`: builds the SDK and the CLI into .build/packages, ready for `npm pack`.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  const { ensureGenerated } = await import("./lib/prisma.mjs");
  ensureGenerated();
  const { buildPackages } = await import("./lib/packages.mjs");
  for (const folder of Object.values(await buildPackages())) console.log(folder);
});
