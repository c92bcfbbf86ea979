import type { TestProject } from "vitest/node";
import { openBrowser } from "@/tests/e2e/browser";
import { dataFolder, start } from "@/tests/e2e/started";
import { freePort } from "@/tests/support/free-port";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder as the first start leaves it, and the key of the demo's account in it. */
    demo: { folder: string; apiKey: string };
  }
}

/** What files that run side by side must not each do: builds the pages, unpacks the browser, makes the demo's data. */
export async function setup(project: TestProject) {
  const before = { ...process.env };
  await (await openBrowser()).close();
  // The browser's settings are not for every other test's processes.
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  const data = dataFolder();
  const first = await start(data.folder, await freePort());
  await first.stop();
  project.provide("demo", { folder: data.folder, apiKey: first.apiKey });
  return data.remove;
}
