import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

// `npm run build`: makes what `npm start` would make before it serves, for images that are started often.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  const [{ ensureClient }, { bundle, ensurePages }] = await Promise.all([
    import("./lib/prisma.mjs"),
    import("./lib/build.mjs"),
  ]);
  ensureClient();
  await ensurePages();
  await bundle("server/main.ts", "server");
  process.exit();
});
