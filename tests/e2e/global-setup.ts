import { rmSync } from "node:fs";
import { openBrowser } from "@/tests/e2e/browser";
import { writeContactSheet } from "@/tests/e2e/contact-sheet";
import { DEMO_FOLDER, DEMO_GREETING, DEMO_KEY } from "@/tests/e2e/product";
import { SCREENSHOTS } from "@/tests/e2e/screenshots";
import { dataFolder, start } from "@/tests/e2e/started";
import { freePort } from "@/tests/support/free-port";

/** What workers share: the built pages, the unpacked browser, and the data of a first start. Returns what removes the latter. */
export default async function setup(): Promise<() => void> {
  await (await openBrowser()).close();
  const data = dataFolder();
  const first = await start(data.folder, await freePort());
  await first.stop();
  // Workers inherit these.
  Object.assign(process.env, {
    [DEMO_FOLDER]: data.folder,
    [DEMO_GREETING]: first.output(),
    [DEMO_KEY]: first.apiKey,
  });
  if (!process.env.CONTACT_SHEET) return data.remove;
  rmSync(SCREENSHOTS, { recursive: true, force: true });
  process.env.SCREENSHOTS = "1";
  return () => {
    data.remove();
    console.log(`contact sheet: ${writeContactSheet() ?? "no page was looked at"}`);
  };
}
