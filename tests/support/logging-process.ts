import { setTimeout as wait } from "node:timers/promises";
import { logConsole } from "@/host/console";
import { createHost, listen } from "@/host/host";
import { log } from "@/lib/platform/core/log";
import * as jobs from "@/lib/platform/jobs/service";

// A host whose pages print as libraries do, and two jobs, in a process of its own whose standard output a test reads. It
// tells its port first.
const host = createHost((request, response) => {
  console.log("\u001b[31mprinted\u001b[0m by a page\nin two lines");
  console.error(new Error("a library's complaint"));
  process.emitWarning("a warning");
  if (request.url === "/crash") setTimeout(() => Promise.reject(new Error("nobody catches this")));
  response.end();
});
console.log(await listen(host, 0, "127.0.0.1"));
logConsole();
await jobs.start([
  { queue: "counts", everySeconds: 1, run: async () => work("counting") },
  { queue: "begins", cron: "0 0 1 1 *", isRunAtStart: true, run: () => work("beginning") },
]);

async function work(what: string): Promise<number> {
  await wait(1);
  log.info(what);
  return 1;
}
