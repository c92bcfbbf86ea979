import { pathToFileURL } from "node:url";
import { main } from "./install.mjs";

// The process that `npm run dev` restarts: serves a bundle until a signal ends it.
await main(async () => {
  const { serve } = await import(pathToFileURL(process.argv[2] ?? "").href);
  const { close } = await serve();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => close().finally(() => process.exit()));
});
