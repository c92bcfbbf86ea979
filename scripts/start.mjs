import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

// `npm start`: from a fresh clone to a running marketplace, in one process that ends what it began.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const [{ openOwnDatabase }, { ensureGenerated }, { endBundler, ensurePackages, ensurePages, ensureServer }] =
    await Promise.all([import("./lib/database.mjs"), import("./lib/prisma.mjs"), import("./lib/build.mjs")]);
  process.env.NODE_ENV ??= "production";
  ensureGenerated();
  const stopDatabase = await openOwnDatabase();
  try {
    await Promise.all([ensurePages(), ensurePackages()]);
    const program = await ensureServer();
    await endBundler();
    const { serve } = await import(pathToFileURL(program).href);
    const server = await serve();
    endWith(server.close, stopDatabase);
  } catch (error) {
    await stopDatabase();
    throw error;
  }
});

/** Ends requests in flight, then the database, on Ctrl-C or SIGTERM. A second signal, a while later, ends at once. */
function endWith(close, stopDatabase) {
  let endingSince = 0;
  const end = async () => {
    // Ctrl-C arrives twice, from the terminal and from the process above.
    if (endingSince) {
      if (Date.now() - endingSince > 1_000) process.exit(1);
      return;
    }
    endingSince = Date.now();
    let code = 0;
    for (const part of [close, stopDatabase])
      await part().catch((error) => {
        console.error(error);
        code = 1;
      });
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
}
