import { afterAll, beforeAll, inject } from "vitest";
import { dataFolder, type Started, start } from "@/tests/e2e/started";
import { freePort } from "@/tests/support/free-port";

const START_TIMEOUT_MS = 300_000;

/** The product for the tests of a file, on a copy of the demo: started before the first as its user would, and gone with its data after the last. */
export function productOfFile(settings: Record<string, string> = {}) {
  const demo = inject("demo");
  const data = dataFolder(demo.folder);
  let started: Started | undefined;
  const running = () => {
    if (!started) throw new Error("the product runs within tests only");
    return started;
  };
  beforeAll(async () => {
    started = await start(data.folder, await freePort(), settings);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await started?.stop();
    data.remove();
  });
  return {
    folder: data.folder,
    get url() {
      return running().url;
    },
    get apiKey() {
      return running().apiKey || demo.apiKey;
    },
  };
}
