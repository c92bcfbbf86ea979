import type { Browser } from "@playwright/test";
import { afterAll, afterEach, beforeAll } from "vitest";
import { openBrowser } from "@/tests/e2e/browser";

const OPEN_TIMEOUT_MS = 120_000;

/** One browser for the tests of a file. What a test opened in it is closed after the test. */
export function stageBrowser() {
  let browser: Browser | undefined;
  const running = () => {
    if (!browser) throw new Error("the browser runs within tests only");
    return browser;
  };
  beforeAll(async () => {
    browser = await openBrowser();
  }, OPEN_TIMEOUT_MS);
  afterEach(async () => {
    await Promise.all(
      running()
        .contexts()
        .map((context) => context.close()),
    );
  });
  afterAll(() => browser?.close());
  return {
    get browser() {
      return running();
    },
  };
}
