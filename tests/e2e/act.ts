import { expect, type Page } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { ready } from "@/tests/e2e/ready";

/** Opens a dialog by its button, gives a reason and confirms. */
export async function act(page: Page, button: string, reason: string, credits?: string): Promise<void> {
  // Its scripts open the dialog.
  await ready(page);
  await page.getByRole("button", { name: button, exact: true }).click();
  // A notice of the act before is a dialog too.
  const dialog = page.locator("[role=dialog]:not([aria-modal=false])");
  if (credits) await dialog.getByLabel("Amount (USD)").fill(credits);
  await dialog.getByLabel(/^Reason/).fill(reason);
  expect(await findings(page, { within: "[role=dialog]" })).toEqual([]);
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}
