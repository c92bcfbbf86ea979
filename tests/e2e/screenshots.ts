import type { Page } from "@playwright/test";

/** Where pictures go, and the contact sheet of all of them. */
export const SCREENSHOTS = "tests/e2e/screenshots";

/** Keeps a picture of a page for people to look at, when SCREENSHOTS is set: no test compares it. */
export async function picture(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, ...options });
}
